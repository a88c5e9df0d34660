package dev.intellibrix.workspace.search;

/** Lower case as git knows it where a repository ignores case: of the letters of ASCII only. */
final class AsciiCase {

    private AsciiCase() {}

    static String lower(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isUpper(text.charAt(i))) {
                return lowerFrom(text, i);
            }
        }
        return text;
    }

    private static String lowerFrom(String text, int first) {
        char[] chars = text.toCharArray();
        for (int i = first; i < chars.length; i++) {
            if (isUpper(chars[i])) {
                chars[i] = (char) (chars[i] - 'A' + 'a');
            }
        }
        return new String(chars);
    }

    private static boolean isUpper(char c) {
        return c >= 'A' && c <= 'Z';
    }
}
