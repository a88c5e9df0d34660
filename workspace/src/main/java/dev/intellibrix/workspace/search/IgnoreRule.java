package dev.intellibrix.workspace.search;

import org.jspecify.annotations.Nullable;

/**
 * One line of an ignore file. Immutable.
 *
 * <p>A pattern without a slash is compared with names at any depth; any other one with the path from the folder of its
 * file on, where the literal start of the pattern is compared first and the rest is read as a pattern of its own. That
 * makes git read the stars of {@code a/foo**} as directories, although they do not stand alone between slashes; so does
 * this class.
 */
final class IgnoreRule {

    private final int line;
    private final boolean negated;
    private final boolean directoryOnly;
    private final boolean nameOnly;
    private final String literal;
    private final @Nullable Wildcard rest;

    private IgnoreRule(int line, boolean negated, boolean directoryOnly, String pattern, boolean ignoreCase) {
        this.line = line;
        this.negated = negated;
        this.directoryOnly = directoryOnly;
        this.nameOnly = pattern.indexOf('/') < 0;
        String anchored = pattern.startsWith("/") ? pattern.substring(1) : pattern;
        int literalEnd = literalEnd(anchored);
        String start = nameOnly && literalEnd < anchored.length() ? "" : anchored.substring(0, literalEnd);
        this.literal = ignoreCase ? AsciiCase.lower(start) : start;
        this.rest =
                literalEnd == anchored.length() ? null : Wildcard.of(anchored.substring(start.length()), ignoreCase);
    }

    /**
     * Reads a line.
     *
     * @param text the line without its end, one byte a character
     * @param line its place in the file, which decides between rules that match
     * @param ignoreCase whether case does not count; paths must then come in lower case
     * @return null when the line holds no rule, or one that can match nothing
     */
    static @Nullable IgnoreRule parse(String text, int line, boolean ignoreCase) {
        if (text.startsWith("#")) {
            return null;
        }
        String pattern = withoutTrailingBlanks(text);
        boolean negated = pattern.startsWith("!");
        if (negated) {
            pattern = pattern.substring(1);
        }
        boolean directoryOnly = pattern.endsWith("/");
        if (directoryOnly) {
            pattern = pattern.substring(0, pattern.length() - 1);
        }
        if (pattern.isEmpty()) {
            return null;
        }
        IgnoreRule rule = new IgnoreRule(line, negated, directoryOnly, pattern, ignoreCase);
        return rule.rest == null || rule.rest.isValid() ? rule : null;
    }

    /** Blanks at the end do not count, unless a backslash stands before them; tabs do. */
    private static String withoutTrailingBlanks(String text) {
        int end = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            }
            if (c != ' ') {
                end = Math.min(i + 1, text.length());
            }
        }
        return text.substring(0, end);
    }

    private static int literalEnd(String pattern) {
        for (int i = 0; i < pattern.length(); i++) {
            if ("*?[\\".indexOf(pattern.charAt(i)) >= 0) {
                return i;
            }
        }
        return pattern.length();
    }

    /** Its place in the file: of several rules that match, the last one decides. */
    int line() {
        return line;
    }

    /** Whether it takes back what earlier rules ignore. */
    boolean isNegated() {
        return negated;
    }

    /** Whether it speaks of directories only. */
    boolean isDirectoryOnly() {
        return directoryOnly;
    }

    /** Whether it is compared with the name alone. */
    boolean isNameOnly() {
        return nameOnly;
    }

    /** Whether it stands for one text only, {@link #literal}. */
    boolean isLiteral() {
        return rest == null;
    }

    /** The text that a path or a name begins with when the rule matches. */
    String literal() {
        return literal;
    }

    /** The extension with its dot when the rule is a star and an extension; otherwise null. */
    @Nullable String extension() {
        if (rest == null || !nameOnly || rest.size() != 1) {
            return null;
        }
        WildcardSegment segment = rest.first();
        String suffix = segment.suffix();
        boolean plain = segment.isOneStar() && segment.prefix().isEmpty();
        return plain && suffix.startsWith(".") && suffix.lastIndexOf('.') == 0 ? suffix : null;
    }

    /** The first character of all that the rule matches, or a negative number when there are several. */
    int firstCharacter() {
        String start = literal.isEmpty() && rest != null ? rest.first().prefix() : literal;
        return start.isEmpty() ? -1 : start.charAt(0);
    }

    /** Whether the rule's pattern matches a path whose name begins at {@code name} and which its file sees from {@code base}. */
    boolean matches(String path, int base, int name) {
        int from = nameOnly ? name : base;
        if (rest == null) {
            return path.length() - from == literal.length() && path.startsWith(literal, from);
        }
        return path.startsWith(literal, from) && rest.matches(path, from + literal.length(), path.length());
    }
}
