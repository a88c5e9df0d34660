package dev.intellibrix.agenttools.json;

import dev.intellibrix.internal.text.VisibleText;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/** A text that is not JSON. */
final class MalformedJsonException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Where the part of a parser's message begins that is written for programmers. */
    private static final Pattern ADVICE = Pattern.compile(": enable |; maybe|\\(enable |\\R");

    /** So many characters of a parser's message are shown. */
    private static final int SHOWN = 300;

    private final String complaint;
    private final int line;
    private final boolean cutOff;

    /**
     * A text that is not JSON.
     *
     * @param complaint what is wrong
     * @param line where, counted from 1; the first line of a value that is cut off
     * @param cutOff whether the text ends within a value
     */
    MalformedJsonException(String complaint, int line, boolean cutOff) {
        super(complaint, null, false, false);
        this.complaint = complaint;
        this.line = line;
        this.cutOff = cutOff;
    }

    /**
     * What is said of an error of the parser.
     *
     * @param line the first line of the value that it was in
     * @param bounds how long things may be
     * @throws UncheckedIOException when the text could not be read
     */
    static MalformedJsonException of(JacksonException e, int line, Parsers bounds) {
        if (e instanceof JacksonIOException io) {
            throw new UncheckedIOException(io.getCause());
        }
        if (e instanceof UnexpectedEndOfInputException) {
            return new MalformedJsonException("it ends within a value", line, true);
        }
        TokenStreamLocation place = e.getLocation();
        boolean placed = place != null && place.getLineNr() > 0;
        String complaint = e instanceof StreamConstraintsException ? tooLong(bounds) : shown(e);
        return new MalformedJsonException(
                placed ? complaint + " (near column " + place.getColumnNr() + ")" : complaint,
                placed ? place.getLineNr() : line,
                false);
    }

    private static String tooLong(Parsers bounds) {
        return String.format(
                Locale.ROOT,
                "a number of more than %,d digits, a key of more than %,d characters, or a string of more than %,d",
                Parsers.MAX_NUMBER,
                Parsers.MAX_NAME,
                bounds.maxString());
    }

    private static String shown(JacksonException e) {
        String message = ADVICE.split(String.valueOf(e.getOriginalMessage()), 2)[0].strip();
        return VisibleText.line(message.length() > SHOWN ? message.substring(0, SHOWN) + "..." : message);
    }

    String complaint() {
        return complaint;
    }

    int line() {
        return line;
    }

    boolean isCutOff() {
        return cutOff;
    }
}
