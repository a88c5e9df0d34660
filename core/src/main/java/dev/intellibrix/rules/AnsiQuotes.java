package dev.intellibrix.rules;

/** The quotes of bash that start with a dollar sign, in which backslash sequences stand for characters. */
final class AnsiQuotes {

    private static final String NAMED = "abeEfnrtv\\'\"?";
    private static final String MEANING = "\u0007\b\u001b\u001b\f\n\r\t\u000b\\'\"?";

    private AnsiQuotes() {}

    /**
     * Reads up to and past the closing quote. A shell without these quotes takes the first quote for the closing one, also
     * after a backslash; then it is not sure what the rest of the text is.
     */
    static void read(ShellText text, ShellWord.Builder word, ShellReader reader) {
        word.quoted("");
        while (text.hasMore()) {
            char c = text.peek();
            text.skip(1);
            if (c == '\'') {
                return;
            }
            if (c == '\\' && text.hasMore()) {
                if (text.peek() == '\'') {
                    reader.doubt("shells do not agree where a quote ends");
                }
                word.quoted(escape(text));
            } else {
                word.quoted(c);
            }
        }
        reader.doubt("a quote is not closed");
    }

    private static String escape(ShellText text) {
        char c = text.peek();
        text.skip(1);
        int named = NAMED.indexOf(c);
        if (named >= 0) {
            return String.valueOf(MEANING.charAt(named));
        }
        return switch (c) {
            case 'x' -> number(text, 16, 2, 0);
            case 'u' -> number(text, 16, 4, 0);
            case 'U' -> number(text, 16, 8, 0);
            case '0', '1', '2', '3', '4', '5', '6', '7' -> number(text, 8, 2, c - '0');
            case 'c' -> {
                char control = text.peek();
                text.skip(1);
                yield String.valueOf((char) (control & 0x1f));
            }
            default -> "\\" + c;
        };
    }

    private static String number(ShellText text, int radix, int most, int first) {
        long value = first;
        for (int i = 0; i < most; i++) {
            int digit = Character.digit(text.peek(), radix);
            if (digit < 0 || text.peek() > 'f') {
                break;
            }
            value = value * radix + digit;
            text.skip(1);
        }
        return Character.isValidCodePoint((int) Math.min(value, Integer.MAX_VALUE))
                ? Character.toString((int) value)
                : "";
    }
}
