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

        /** Where {@code $name} starts when it comes last: a letter that a quote kept apart must not become part of it. */
        private int bareName = -1;

        void plain(char c) {
            pattern |= c == '*' || c == '?' || c == '[' || c == '{';
            append(String.valueOf(c));
        }

        /** Text that was quoted; it may be empty. */
        void quoted(String part) {
            quoted = true;
            append(part);
        }

        void quoted(char c) {
            quoted(String.valueOf(c));
        }

        private void append(String part) {
            if (bareName >= 0 && !part.isEmpty()) {
                if (isNamePart(part.charAt(0), false)) {
                    text.insert(bareName + 1, '{').append('}');
                }
                bareName = -1;
            }
            text.append(part);
            emptied.append(part);
        }

        /** An expansion, as it is written. */
        void expansion(String source) {
            dynamic = true;
            bareName = source.length() > 1 && isNamePart(source.charAt(1), true) ? text.length() : -1;
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
