package dev.intellibrix.agenttools.html;

/**
 * Decides which characters of a page's text need a backslash, so that the text can not become markup: no fence, no
 * heading, no list, no table and no link comes from it. Others stay as they are, for text that is searched for must be
 * found.
 */
final class Escape {

    private static final String PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

    private Escape() {}

    /**
     * Whether the character of a text needs a backslash wherever it stands on its line.
     *
     * @param text the text with the character at index i
     * @param last what comes before it; a line end where it is the first
     */
    static boolean isNeeded(String text, int i, char last, boolean inLink, boolean inCell) {
        boolean ends = i + 1 == text.length();
        char next = ends ? '\0' : text.charAt(i + 1);
        return switch (text.charAt(i)) {
            case '`' -> true;
            case '*' -> !(isBlank(last) && !ends && isBlank(next)) || last == '\n';
            case '_' -> !(isWord(last) && isWord(next)) && !(isBlank(last) && !ends && isBlank(next));
            case '~' -> last == '~' || last == '\n' || ends || next == '~';
            case '\\' -> ends || PUNCTUATION.indexOf(next) >= 0;
            case '[' -> inLink || last == '\n' || last == '!';
            case ']' -> inLink;
            case '(' -> last == ']';
            case '<' -> ends || isWord(next) || next == '/' || next == '!' || next == '?';
            case '&' -> isEntity(text, i + 1);
            case '|' -> inCell;
            default -> false;
        };
    }

    private static boolean isEntity(String text, int start) {
        int i = start;
        while (i < text.length() && i < start + 40 && (isWord(text.charAt(i)) || text.charAt(i) == '#')) {
            i++;
        }
        return i == text.length() || (i > start && text.charAt(i) == ';');
    }

    private static boolean isWord(char c) {
        return Character.isLetterOrDigit(c);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\n' || Characters.isSpace(c);
    }

    /** A paragraph whose lines can not be taken for the beginning of another block. */
    static String lineStarts(String paragraph) {
        StringBuilder safe = new StringBuilder(paragraph.length() + 8);
        int start = 0;
        while (start <= paragraph.length()) {
            int end = paragraph.indexOf('\n', start);
            end = end < 0 ? paragraph.length() : end;
            String line = paragraph.substring(start, end);
            int at = markAt(line);
            if (at >= 0) {
                safe.append(line, 0, at).append('\\').append(line, at, line.length());
            } else {
                safe.append(line);
            }
            if (end < paragraph.length()) {
                safe.append('\n');
            }
            start = end + 1;
        }
        return safe.toString();
    }

    /** Where the line needs a backslash, because a block begins so; -1 when it does not. */
    private static int markAt(String line) {
        if (line.isEmpty()) {
            return -1;
        }
        return switch (line.charAt(0)) {
            case '>', '|' -> 0;
            case '#' -> isHeading(line) ? 0 : -1;
            case '+', '*' -> endsOrBlank(line, 1) ? 0 : -1;
            case '-' -> endsOrBlank(line, 1) || consistsOf(line, "-|: ") ? 0 : -1;
            case ':' -> consistsOf(line, "-|: ") ? 0 : -1;
            case '=' -> consistsOf(line, "= ") ? 0 : -1;
            case '_' -> consistsOf(line, "_ ") ? 0 : -1;
            default -> numberEnd(line);
        };
    }

    private static boolean isHeading(String line) {
        int i = 0;
        while (i < line.length() && line.charAt(i) == '#') {
            i++;
        }
        return i <= 6 && endsOrBlank(line, i);
    }

    /** The index of the point of a list number, -1 when the line begins with none. */
    private static int numberEnd(String line) {
        int i = 0;
        while (i < line.length() && i < 10 && line.charAt(i) >= '0' && line.charAt(i) <= '9') {
            i++;
        }
        boolean mark = i > 0 && i < 10 && i < line.length() && (line.charAt(i) == '.' || line.charAt(i) == ')');
        return mark && endsOrBlank(line, i + 1) ? i : -1;
    }

    private static boolean endsOrBlank(String line, int i) {
        return i >= line.length() || line.charAt(i) == ' ';
    }

    private static boolean consistsOf(String line, String characters) {
        for (int i = 0; i < line.length(); i++) {
            if (characters.indexOf(line.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }
}
