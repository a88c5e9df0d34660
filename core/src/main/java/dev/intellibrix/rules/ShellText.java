package dev.intellibrix.rules;

import org.jspecify.annotations.Nullable;

/** A text with a position that only moves forward, and the depth that it is read at. */
final class ShellText {

    private static final String[] REDIRECTIONS = {
        "<<<", "<<-", "<<", "<&", "<>", "<", "&>>", "&>", ">>", ">|", ">&", ">"
    };

    private final String source;
    private int at;
    private int depth;

    ShellText(String source, int depth) {
        this.source = source;
        this.depth = depth;
    }

    boolean hasMore() {
        return at < source.length();
    }

    int position() {
        return at;
    }

    int depth() {
        return depth;
    }

    void enter() {
        depth++;
        if (depth > ShellReader.MAX_DEPTH) {
            throw new TooNestedException();
        }
    }

    void leave() {
        depth--;
    }

    /** The next character; NUL at the end. */
    char peek() {
        return peek(0);
    }

    char peek(int ahead) {
        return at + ahead < source.length() ? source.charAt(at + ahead) : '\0';
    }

    void skip(int count) {
        at = Math.min(at + count, source.length());
    }

    String take(int count) {
        int start = at;
        skip(count);
        return source.substring(start, at);
    }

    String from(int start) {
        return source.substring(start, at);
    }

    /** Past the next occurrence of a character; the text before it, or null with the position at the end. */
    @Nullable String takeUpTo(char end) {
        int found = source.indexOf(end, at);
        int start = at;
        at = found < 0 ? source.length() : found + 1;
        return found < 0 ? null : source.substring(start, found);
    }

    void skipLine() {
        int end = source.indexOf('\n', at);
        at = end < 0 ? source.length() : end;
    }

    boolean atContinuation() {
        return peek() == '\\' && peek(1) == '\n';
    }

    /** The length of what may stand before a redirection: digits, or a name in braces. */
    int descriptorLength() {
        int length = 0;
        if (peek() == '{') {
            length++;
            while (ShellWord.isNamePart(peek(length), length == 1)) {
                length++;
            }
            return length > 1 && peek(length) == '}' && isArrow(peek(length + 1)) ? length + 1 : 0;
        }
        while (peek(length) >= '0' && peek(length) <= '9') {
            length++;
        }
        return isArrow(peek(length)) ? length : 0;
    }

    private static boolean isArrow(char c) {
        return c == '<' || c == '>';
    }

    /** A redirection operator with what stood before it. */
    String takeRedirection(String before) {
        for (String operator : REDIRECTIONS) {
            if (source.startsWith(operator, at)) {
                at += operator.length();
                return before.equals("&") ? operator : before + operator;
            }
        }
        throw new IllegalStateException("no redirection at " + at);
    }

    /** The lines before the one that is the delimiter, and past it; null when there is none. */
    @Nullable String takeLinesUpTo(String delimiter, boolean ignoreTabs) {
        int start = at;
        int line = at;
        while (line < source.length()) {
            int end = source.indexOf('\n', line);
            int stop = end < 0 ? source.length() : end;
            int from = line;
            while (ignoreTabs && from < stop && source.charAt(from) == '\t') {
                from++;
            }
            if (stop - from == delimiter.length() && source.startsWith(delimiter, from)) {
                at = end < 0 ? source.length() : end + 1;
                return source.substring(start, line);
            }
            line = stop + 1;
        }
        return null;
    }
}
