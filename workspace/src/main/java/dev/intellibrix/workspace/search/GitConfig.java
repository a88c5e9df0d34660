package dev.intellibrix.workspace.search;

import java.util.Locale;

/**
 * As much of a repository's configuration file as ignoring needs: yes or no under one key of one section. Included files
 * are not followed.
 */
final class GitConfig {

    private GitConfig() {}

    /**
     * The last value of a key.
     *
     * @param content the file
     * @param section its section, in lower case
     * @param key the key, in lower case
     * @return false when it is not there
     */
    static boolean isTrue(String content, String section, String key) {
        boolean value = false;
        boolean inSection = false;
        for (String line : content.split("\n", -1)) {
            String rest = line.strip();
            if (rest.startsWith("[")) {
                int end = rest.indexOf(']');
                inSection = end > 0 && rest.substring(1, end).strip().equalsIgnoreCase(section);
                rest = end < 0 ? "" : rest.substring(end + 1).strip();
            }
            int equals = rest.indexOf('=');
            String name = withoutComment(equals < 0 ? rest : rest.substring(0, equals));
            if (inSection && name.equalsIgnoreCase(key)) {
                value = equals < 0 || isTrue(withoutComment(rest.substring(equals + 1)));
            }
        }
        return value;
    }

    private static String withoutComment(String text) {
        int end = text.length();
        for (int i = 0; i < end; i++) {
            if (text.charAt(i) == '#' || text.charAt(i) == ';') {
                end = i;
            }
        }
        return text.substring(0, end).strip();
    }

    private static boolean isTrue(String value) {
        String word = value.replace("\"", "").toLowerCase(Locale.ROOT);
        return word.equals("true") || word.equals("yes") || word.equals("on") || word.matches("-?0*[1-9][0-9]*");
    }
}
