package dev.intellibrix.agenttools.patch;

import dev.intellibrix.tool.ToolException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the first line of a hunk says; all of it is a hint.
 *
 * @param text the line
 * @param oldStart the first line in the old file; 0 when it does not say
 * @param oldCount how many lines of the old file the hunk shows; -1 when it does not say
 * @param newCount how many lines of the new file the hunk shows; -1 when it does not say
 * @param anchor a line of the file behind which the hunk lies, where there are no numbers; may be empty
 */
record HunkHeader(String text, int oldStart, int oldCount, int newCount, String anchor) {

    private static final Pattern NUMBERS =
            Pattern.compile("@@+\\s*-(\\d{1,9})(?:,(\\d{1,9}))?\\s+\\+(\\d{1,9})(?:,(\\d{1,9}))?(?:\\s.*|@.*)?");
    private static final Pattern OLD_ONLY = Pattern.compile("@@\\s*-(\\d{1,9})(?:,\\d{1,9})?\\b.*");

    static HunkHeader of(String line, int lineNumber) {
        if (line.startsWith("@@@")) {
            throw new ToolException("patch line " + lineNumber
                    + ": a combined diff, of a merge, can not be applied; send a diff between two versions");
        }
        Matcher numbers = NUMBERS.matcher(line);
        if (numbers.matches()) {
            return new HunkHeader(line, number(numbers.group(1)), count(numbers.group(2)), count(numbers.group(4)), "");
        }
        Matcher old = OLD_ONLY.matcher(line);
        return old.matches()
                ? new HunkHeader(line, number(old.group(1)), -1, -1, "")
                : new HunkHeader(line, 0, -1, -1, anchor(line));
    }

    /** A hunk without such a line. */
    static HunkHeader none() {
        return new HunkHeader("", 0, -1, -1, "");
    }

    boolean hasCounts() {
        return oldCount >= 0 && newCount >= 0;
    }

    private static int number(String digits) {
        return Integer.parseInt(digits);
    }

    private static int count(String digits) {
        return digits == null ? 1 : Integer.parseInt(digits);
    }

    private static String anchor(String line) {
        String text = line.substring(2).strip();
        text = text.endsWith("@@") ? text.substring(0, text.length() - 2).strip() : text;
        return text.equals("...") || text.equals("\u2026") ? "" : text;
    }
}
