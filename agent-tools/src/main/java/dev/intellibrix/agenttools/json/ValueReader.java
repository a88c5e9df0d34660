package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonArray;
import dev.intellibrix.agenttools.json.value.JsonConstant;
import dev.intellibrix.agenttools.json.value.JsonNumber;
import dev.intellibrix.agenttools.json.value.JsonObject;
import dev.intellibrix.agenttools.json.value.JsonText;
import dev.intellibrix.agenttools.json.value.JsonValue;
import dev.intellibrix.internal.text.VisibleText;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/**
 * Reads the values of a text one after the other: they may stand on lines of their own, or next to each other. Of an array at
 * the top the elements can be read instead. For one thread.
 */
final class ValueReader implements AutoCloseable {

    /** Whole numbers of fewer characters than this are exact as a double. */
    private static final int SHORT = 15;

    /** One that is read keeps its digits, which shows when its sign is changed. */
    private static final JsonNumber ZERO = JsonNumber.ofDigits("0");

    private static final JsonNumber SIGNED_ZERO = JsonNumber.ofDigits("-0");

    /** Where the part of a parser's message begins that is written for programmers. */
    private static final Pattern ADVICE = Pattern.compile(": enable |; maybe|\\(enable |\\R");

    /** So many characters of a parser's message are shown. */
    private static final int COMPLAINT = 300;

    /** A power of two. */
    private static final int NAMES = 1 << 10;

    /** Keys of this length and more are counted for the whole run, since the parser keeps them. */
    private static final int LONG_NAME = 250;

    private final JsonParser parser;
    private final Run run;
    /** Keys that came lately, each at its hash code: those that the parser has given out before take no more memory. */
    private final @Nullable String[] names = new @Nullable String[NAMES];

    private int line = 1;
    private boolean inArray;

    private ValueReader(JsonParser parser, Run run) {
        this.parser = parser;
        this.run = run;
    }

    /**
     * Reads bytes of UTF-8, UTF-16 or UTF-32; a byte order mark is passed over. The stream stays open.
     *
     * @throws UncheckedIOException when the stream can not be read; as all methods of the reader
     */
    static ValueReader of(InputStream in, Run run) {
        try {
            return new ValueReader(run.parsers().of(new Watched(in, run)), run);
        } catch (JacksonIOException e) {
            throw new UncheckedIOException(e.getCause());
        }
    }

    static ValueReader of(String text, Run run) {
        return new ValueReader(run.parsers().of(text), run);
    }

    /** Looks at the clock whenever more is read: there may be no end to a string, or to the space between two values. */
    private static final class Watched extends FilterInputStream {

        private final Run run;

        Watched(InputStream in, Run run) {
            super(in);
            this.run = run;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            run.look();
            return in.read(into, offset, length);
        }
    }

    /** The line on which the last value began, counted from 1. */
    int line() {
        return line;
    }

    /**
     * The next value; null after the last.
     *
     * @throws MalformedJsonException when what comes is none
     */
    @Nullable JsonValue next() {
        try {
            JsonToken token = nextToken();
            return token == null ? null : value(token, 0);
        } catch (JacksonException e) {
            throw malformed(e);
        }
    }

    /** Whether the next value is an array; then {@link #nextElement} reads its elements. Otherwise {@link #pending} reads it. */
    boolean startsArray() {
        try {
            inArray = nextToken() == JsonToken.START_ARRAY;
            return inArray;
        } catch (JacksonException e) {
            throw malformed(e);
        }
    }

    /** The value that {@link #startsArray} has looked at; null when there was none. */
    @Nullable JsonValue pending() {
        try {
            JsonToken token = parser.currentToken();
            return token == null ? null : value(token, 0);
        } catch (JacksonException e) {
            throw malformed(e);
        }
    }

    /** The next element of the array that was begun; null after the last. */
    @Nullable JsonValue nextElement() {
        if (!inArray) {
            return null;
        }
        try {
            JsonToken token = nextToken();
            if (token == JsonToken.END_ARRAY) {
                inArray = false;
                return null;
            }
            return value(required(token), 1);
        } catch (JacksonException e) {
            throw malformed(e);
        }
    }

    /** Passes over what is left of the array that was begun. */
    void skipElements() {
        try {
            while (inArray) {
                JsonToken token = required(nextToken());
                inArray = token != JsonToken.END_ARRAY;
                if (inArray && token.isStructStart()) {
                    skipRest();
                }
            }
        } catch (JacksonException e) {
            throw malformed(e);
        }
    }

    /** Passes over what is left of an element, which is bounded like one that is read. */
    private void skipRest() {
        for (int depth = 2; depth > 1; ) {
            run.tick();
            JsonToken token = required(parser.nextToken());
            if (token.isStructStart()) {
                check(++depth);
            } else if (token.isStructEnd()) {
                depth--;
            }
        }
    }

    @Override
    public void close() {
        parser.close();
    }

    private @Nullable JsonToken nextToken() {
        run.tick();
        JsonToken token = parser.nextToken();
        line = parser.currentTokenLocation().getLineNr();
        return token;
    }

    private JsonToken required(@Nullable JsonToken token) {
        if (token == null) {
            throw new MalformedJsonException("it ends within a value", line, true);
        }
        return token;
    }

    private JsonValue value(JsonToken token, int depth) {
        run.allocate(Cost.VALUE);
        return switch (token) {
            case START_OBJECT, START_ARRAY -> container(token, depth + 1);
            case VALUE_STRING -> text(parser.getString());
            case VALUE_NUMBER_INT -> whole();
            case VALUE_NUMBER_FLOAT -> JsonNumber.ofDigits(parser.getString());
            case VALUE_TRUE -> JsonConstant.TRUE;
            case VALUE_FALSE -> JsonConstant.FALSE;
            case VALUE_NULL -> JsonConstant.NULL;
            default -> throw new MalformedJsonException("unexpected " + token.asString(), line, false);
        };
    }

    private JsonValue container(JsonToken token, int depth) {
        check(depth);
        run.enter();
        try {
            return token == JsonToken.START_OBJECT ? object(depth) : array(depth);
        } finally {
            run.leave();
        }
    }

    private JsonText text(String text) {
        run.allocate(Cost.TEXT + text.length());
        return new JsonText(text);
    }

    private JsonNumber whole() {
        if (parser.getStringLength() < SHORT) {
            long value = parser.getLongValue();
            return value != 0 ? JsonNumber.of(value) : parser.getStringLength() > 1 ? SIGNED_ZERO : ZERO;
        }
        return JsonNumber.ofDigits(parser.getString());
    }

    private JsonObject object(int depth) {
        run.allocate(Cost.OBJECT);
        JsonObject.Builder object = new JsonObject.Builder();
        for (int size = 1; parser.nextToken() == JsonToken.PROPERTY_NAME; size++) {
            run.tick();
            run.allocate(size > Cost.FEW ? Cost.TABLED : Cost.ENTRY);
            String name = parser.currentName();
            charge(name);
            object.put(name, value(required(parser.nextToken()), depth));
        }
        return object.build();
    }

    /** The parser gives out the same string for the same key, so that there is no need to compare more than which it is. */
    @SuppressWarnings("ReferenceEquality")
    private void charge(String name) {
        int place = name.hashCode() & (NAMES - 1);
        if (names[place] == name) {
            return;
        }
        names[place] = name;
        run.allocate(Cost.TEXT + name.length());
        if (name.length() >= LONG_NAME) {
            run.retain(2L * name.length());
        }
    }

    private JsonArray array(int depth) {
        run.allocate(Cost.ARRAY);
        JsonArray.Builder array = new JsonArray.Builder();
        for (JsonToken token = required(parser.nextToken());
                token != JsonToken.END_ARRAY;
                token = required(parser.nextToken())) {
            run.tick();
            run.allocate(Cost.ELEMENT);
            array.add(value(token, depth));
        }
        return array.build();
    }

    private void check(int depth) {
        if (depth > run.maxDepth()) {
            throw new BudgetException("line " + parser.currentTokenLocation().getLineNr() + ": "
                    + run.tooDeep().getMessage());
        }
    }

    private MalformedJsonException malformed(JacksonException e) {
        if (e instanceof JacksonIOException io) {
            throw new UncheckedIOException(io.getCause());
        }
        if (e instanceof UnexpectedEndOfInputException) {
            return new MalformedJsonException("it ends within a value", line, true);
        }
        TokenStreamLocation place = e.getLocation();
        boolean placed = place != null && place.getLineNr() > 0;
        String complaint = e instanceof StreamConstraintsException ? tooLong() : complaint(e);
        return new MalformedJsonException(
                placed ? complaint + " (near column " + place.getColumnNr() + ")" : complaint,
                placed ? place.getLineNr() : line,
                false);
    }

    private String tooLong() {
        return String.format(
                Locale.ROOT,
                "a number of more than %,d digits, a key of more than %,d characters, or a string of more than %,d",
                Parsers.MAX_NUMBER,
                Parsers.MAX_NAME,
                run.parsers().maxString());
    }

    private static String complaint(JacksonException e) {
        String message = ADVICE.split(String.valueOf(e.getOriginalMessage()), 2)[0].strip();
        return VisibleText.line(message.length() > COMPLAINT ? message.substring(0, COMPLAINT) + "..." : message);
    }
}
