package dev.intellibrix.workspace.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules of one ignore file. What most rules are, a name, an extension or a path, is looked up; only the others are
 * tried one by one, and of those only the ones that can begin like the text. Immutable.
 */
final class IgnoreFile {

    private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";
    private static final int NO_FIRST = 256;

    private final Map<String, List<IgnoreRule>> byName = new HashMap<>();
    private final Map<String, List<IgnoreRule>> byExtension = new HashMap<>();
    private final Map<String, List<IgnoreRule>> byPath = new HashMap<>();
    private final Map<Integer, List<IgnoreRule>> namesByFirst = new HashMap<>();
    private final Map<Integer, List<IgnoreRule>> pathsByFirst = new HashMap<>();

    private IgnoreFile() {}

    /**
     * Reads an ignore file.
     *
     * @param content its bytes, one a character
     * @param ignoreCase whether the case of ASCII letters does not count
     */
    static IgnoreFile parse(String content, boolean ignoreCase) {
        IgnoreFile file = new IgnoreFile();
        int start = content.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length() : 0;
        for (int line = 0; start < content.length(); line++) {
            int end = content.indexOf('\n', start);
            end = end < 0 ? content.length() : end;
            IgnoreRule rule = IgnoreRule.parse(lineOf(content, start, end), line, ignoreCase);
            if (rule != null) {
                file.add(rule);
            }
            start = end + 1;
        }
        return file;
    }

    /** A line without its carriage return; git reads no further than a zero byte. */
    private static String lineOf(String content, int start, int end) {
        boolean crlf = end > start && content.charAt(end - 1) == '\r';
        String line = content.substring(start, crlf ? end - 1 : end);
        int zero = line.indexOf('\0');
        return zero < 0 ? line : line.substring(0, zero);
    }

    private void add(IgnoreRule rule) {
        @Nullable String extension = rule.extension();
        if (rule.isLiteral()) {
            put(rule.isNameOnly() ? byName : byPath, rule.literal(), rule);
        } else if (extension != null) {
            put(byExtension, extension, rule);
        } else {
            int first = rule.firstCharacter();
            put(rule.isNameOnly() ? namesByFirst : pathsByFirst, first < 0 ? NO_FIRST : first, rule);
        }
    }

    private static <K> void put(Map<K, List<IgnoreRule>> rules, K key, IgnoreRule rule) {
        List<IgnoreRule> list = rules.get(key);
        if (list == null) {
            list = new ArrayList<>(1);
            rules.put(key, list);
        }
        list.add(rule);
    }

    /** Whether the file has no rules at all. */
    boolean isEmpty() {
        return byName.isEmpty()
                && byExtension.isEmpty()
                && byPath.isEmpty()
                && namesByFirst.isEmpty()
                && pathsByFirst.isEmpty();
    }

    /**
     * The last rule that matches.
     *
     * @param path a path, one byte a character, in lower case when the file ignores case
     * @param base where the part below the folder of this file begins
     * @param name the name, with which the path ends
     * @return null when no rule matches
     */
    @Nullable IgnoreRule match(String path, int base, String name, boolean directory) {
        Search search = new Search(path, base, path.length() - name.length(), directory);
        if (!byName.isEmpty()) {
            search.known(byName.get(name));
        }
        int dot = byExtension.isEmpty() ? -1 : name.lastIndexOf('.');
        if (dot >= 0) {
            search.known(byExtension.get(name.substring(dot)));
        }
        if (!byPath.isEmpty()) {
            search.known(byPath.get(path.substring(base)));
        }
        if (!namesByFirst.isEmpty()) {
            search.tried(namesByFirst.get((int) name.charAt(0)));
            search.tried(namesByFirst.get(NO_FIRST));
        }
        if (!pathsByFirst.isEmpty()) {
            search.tried(pathsByFirst.get((int) path.charAt(base)));
            search.tried(pathsByFirst.get(NO_FIRST));
        }
        return search.found;
    }

    /** A search for the last rule that matches, over lists in the order of the file. */
    private static final class Search {

        private final String path;
        private final int base;
        private final int name;
        private final boolean directory;
        private @Nullable IgnoreRule found;

        Search(String path, int base, int name, boolean directory) {
            this.path = path;
            this.base = base;
            this.name = name;
            this.directory = directory;
        }

        /** Rules that are known to match, as far as they are not about directories. */
        void known(@Nullable List<IgnoreRule> rules) {
            if (rules != null) {
                search(rules, false);
            }
        }

        void tried(@Nullable List<IgnoreRule> rules) {
            if (rules != null) {
                search(rules, true);
            }
        }

        private void search(List<IgnoreRule> rules, boolean tried) {
            for (int i = rules.size() - 1; i >= 0; i--) {
                IgnoreRule rule = rules.get(i);
                if (found != null && found.line() > rule.line()) {
                    return;
                }
                if ((directory || !rule.isDirectoryOnly()) && (!tried || rule.matches(path, base, name))) {
                    found = rule;
                    return;
                }
            }
        }
    }
}
