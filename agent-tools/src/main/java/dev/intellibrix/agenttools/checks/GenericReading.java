package dev.intellibrix.agenttools.checks;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.Locale;

/**
 * Reads {@code file:line:column: message} and {@code file:line: message}, the form that most compilers and linters know.
 * Warnings and notes are no failures.
 */
final class GenericReading implements CheckParser.Reading {

    private static final Pattern PLACE =
            Pattern.compile("^((?:[A-Za-z]:[\\\\/])?[^:]+):(\\d{1,7})(?::(\\d{1,7}))?:\\s*(\\S.*)$");
    private static final Pattern MILD =
            Pattern.compile("^(?:warning|warn|note|info|information|hint|help|remark|debug|style)\\b");
    private static final Pattern EXTENSION = Pattern.compile("\\.[A-Za-z][A-Za-z0-9_+-]*$");
    private static final int LINES_TO_CARET = 3;

    private final CheckRun run;
    private final Draft draft;
    private int sinceHead;

    GenericReading(CheckRun run) {
        this.run = run;
        this.draft = new Draft(run);
    }

    @Override
    public void line(String text) {
        if (draft.isOpen() && (Draft.isCaret(text) || ++sinceHead > LINES_TO_CARET)) {
            draft.caret(text);
            draft.close();
        }
        if (!mayBePlace(text)) {
            return;
        }
        Matcher match = PLACE.matcher(text);
        if (!match.matches() || !isPath(match.group(1))) {
            return;
        }
        draft.close();
        String message = match.group(4);
        if (MILD.matcher(message.toLowerCase(Locale.ROOT)).find()) {
            return;
        }
        Place place = Place.of(match, 1);
        draft.open(message).at(place.file(), place.line(), place.column());
        sinceHead = 0;
        if (place.column() > 0) {
            draft.close();
        }
    }

    /** A quick look: most lines of an output have no number behind their first colon, which is not that of a drive. */
    private static boolean mayBePlace(String text) {
        boolean drive = text.length() > 2 && text.charAt(1) == ':' && !isDigit(text.charAt(2));
        int colon = text.indexOf(':', drive ? 2 : 0);
        return colon > 0 && colon + 1 < text.length() && isDigit(text.charAt(colon + 1));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** A time of day, a host with a port and a sentence are no paths, although they stand before a number as well. */
    private boolean isPath(String file) {
        boolean plain = file.indexOf(' ') < 0
                && file.indexOf('\t') < 0
                && EXTENSION.matcher(file).find();
        return plain || run.isFile(file);
    }

    @Override
    public void end() {
        draft.close();
    }
}
