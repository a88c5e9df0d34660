package dev.intellibrix.rules;

/**
 * A word of a command after quotes and escapes are removed.
 *
 * @param text the word, with expansions as they are written
 * @param emptied the word as it is when every expansion gives nothing, except that of IFS, which gives a blank
 * @param plain whether no part of it was quoted or escaped
 * @param dynamic whether it holds an expansion, so that its value is not known
 * @param pattern whether it holds an unquoted wildcard or brace
 */
record ShellWord(String text, String emptied, boolean plain, boolean dynamic, boolean pattern) {

    /** A word that no shell looks into. */
    static ShellWord literal(String text) {
        return new ShellWord(text, text, false, false, false);
    }

    /** Whether the word gives a variable a value when it stands before the program. */
    boolean isAssignment() {
        return assignedNameLength(text) > 0;
    }

    /** The length of the name in {@code name=value}, {@code name+=value} or {@code name[index]=value}; 0 for other words. */
    static int assignedNameLength(CharSequence text) {
        int end = 0;
        while (end < text.length() && isNamePart(text.charAt(end), end == 0)) {
            end++;
        }
        int equals = end;
        if (equals < text.length() && text.charAt(equals) == '[') {
            while (equals < text.length() && text.charAt(equals) != ']') {
                equals++;
            }
            equals++;
        }
        if (equals < text.length() && text.charAt(equals) == '+') {
            equals++;
        }
        return equals < text.length() && text.charAt(equals) == '=' ? end : 0;
    }

    static boolean isNamePart(char c, boolean first) {
        return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (!first && c >= '0' && c <= '9');
    }

    /** Collects a word. */
    static final class Builder {
        private final StringBuilder text = new StringBuilder();
        private final StringBuilder emptied = new StringBuilder();
        private boolean quoted;
        private boolean dynamic;
        private boolean pattern;

        void plain(char c) {
            pattern |= c == '*' || c == '?' || c == '[' || c == '{';
            text.append(c);
            emptied.append(c);
        }

        /** Text that was quoted; it may be empty. */
        void quoted(CharSequence part) {
            quoted = true;
            text.append(part);
            emptied.append(part);
        }

        void quoted(char c) {
            quoted = true;
            text.append(c);
            emptied.append(c);
        }

        /** An expansion, as it is written. */
        void expansion(String source) {
            dynamic = true;
            text.append(source);
            if (source.equals("$IFS") || source.startsWith("${IFS")) {
                emptied.append(' ');
            }
        }

        /** Whether the word so far is {@code name=}, after which a parenthesis starts a list of values. */
        boolean opensArray() {
            int length = text.length();
            return length > 1 && text.charAt(length - 1) == '=' && ShellWord.assignedNameLength(text) > 0;
        }

        ShellWord build() {
            return new ShellWord(text.toString(), emptied.toString(), !quoted && !dynamic, dynamic, pattern);
        }
    }
}
