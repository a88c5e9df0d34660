package dev.intellibrix.internal.gate;

import dev.intellibrix.internal.text.CharacterBorder;
import dev.intellibrix.internal.text.VisibleText;

/** What the SDK itself writes into results. A tool's text that reads like it gets a backslash, so that no tool can fake it. */
public final class Notes {

    static final String INTERCEPTED = "[INTERCEPTED]";

    private static final String EDITED = "[a person changed the input of this call";
    private static final String CUT = "[cut: ";
    private static final String CUT_END = " characters are shown; ask for less at a time]";
    private static final String REPEATED = "[this call has now given the same result ";
    private static final String REPEATED_END = " times in a row; do something else, or answer]";

    private Notes() {}

    /** Stands after the result of a call that was made with the same result so many times in a row. */
    public static String ofRepetition(int times) {
        return "\n" + REPEATED + times + REPEATED_END;
    }

    /** Stands before the result of a call whose input a person changed, with the first characters of what ran. */
    static String ofEdit(String inputJson, int maxChars) {
        String shown = VisibleText.json(inputJson.substring(0, CharacterBorder.upTo(inputJson, maxChars)));
        String cut = inputJson.length() <= maxChars ? "" : "... (" + inputJson.length() + " characters)";
        return EDITED + "; what ran: " + shown + cut + "]\n";
    }

    /** The first characters of a tool's text; it says so when there are more. */
    static String bounded(String text, int maxChars) {
        String start = text.substring(0, CharacterBorder.upTo(text, maxChars));
        String kept = escapedStart(escapedEnd(start));
        return start.length() == text.length()
                ? kept
                : kept + "\n" + CUT + start.length() + " of " + text.length() + CUT_END;
    }

    private static String escapedStart(String text) {
        int start = 0;
        while (start < text.length() && isBlank(text.codePointAt(start))) {
            start += Character.charCount(text.codePointAt(start));
        }
        return text.startsWith(INTERCEPTED, start) || text.startsWith(EDITED, start) ? escaped(text, start) : text;
    }

    private static String escapedEnd(String text) {
        int end = text.length();
        while (end > 0 && isBlank(text.codePointBefore(end))) {
            end -= Character.charCount(text.codePointBefore(end));
        }
        String shown = text.substring(0, end);
        if (shown.endsWith(CUT_END)) {
            return escaped(text, shown.lastIndexOf(CUT));
        }
        return shown.endsWith(REPEATED_END) ? escaped(text, shown.lastIndexOf(REPEATED)) : text;
    }

    private static String escaped(String text, int at) {
        return at < 0 ? text : text.substring(0, at) + "\\" + text.substring(at);
    }

    private static boolean isBlank(int c) {
        return Character.isWhitespace(c) || VisibleText.isHidden(c);
    }
}
