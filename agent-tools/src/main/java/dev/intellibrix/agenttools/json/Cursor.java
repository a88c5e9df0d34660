package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonText;

/** A place in the text of a query. For one thread. */
final class Cursor {

    private final String text;
    private int at;

    Cursor(String text) {
        this.text = text;
    }

    /** Passes over white space and comments. */
    void skipSpace() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '#') {
                at = endOfComment();
            } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
                at++;
            } else {
                return;
            }
        }
    }

    /** A comment ends with its line, unless that ends in a backslash that no other stands for. */
    private int endOfComment() {
        int end = text.indexOf('\n', at);
        while (end >= 0) {
            int last = text.charAt(end - 1) == '\r' ? end - 1 : end;
            int backslashes = 0;
            while (text.charAt(last - 1 - backslashes) == '\\') {
                backslashes++;
            }
            if (backslashes % 2 == 0) {
                return end;
            }
            end = text.indexOf('\n', end + 1);
        }
        return text.length();
    }

    boolean isAtEnd() {
        return at >= text.length();
    }

    /** The character here; 0 at the end. */
    char peek() {
        return peek(0);
    }

    /** A character further on; 0 beyond the end. */
    char peek(int ahead) {
        return at + ahead < text.length() ? text.charAt(at + ahead) : 0;
    }

    char next() {
        return text.charAt(at++);
    }

    /** Passes over a text after white space, when it stands here. */
    boolean accept(String wanted) {
        skipSpace();
        if (text.startsWith(wanted, at)) {
            at += wanted.length();
            return true;
        }
        return false;
    }

    /** Whether a text stands here. */
    boolean isAt(String wanted) {
        return text.startsWith(wanted, at);
    }

    /** Passes over a word after white space, when it is this one. */
    boolean acceptWord(String wanted) {
        skipSpace();
        if (text.startsWith(wanted, at) && !isWordPart(peek(wanted.length()))) {
            at += wanted.length();
            return true;
        }
        return false;
    }

    void expect(String wanted) {
        if (!accept(wanted)) {
            throw wrong("expected " + wanted);
        }
    }

    void expectWord(String wanted) {
        if (!acceptWord(wanted)) {
            throw wrong("expected " + wanted);
        }
    }

    /** Whether the character that is this far on belongs to a word. */
    boolean isWordAt(int ahead) {
        return isWordPart(peek(ahead));
    }

    boolean isAtWord() {
        return isWordStart(peek());
    }

    /** The word here; {@link #isAtWord} has said that there is one. */
    String word() {
        int start = at;
        while (isWordPart(peek())) {
            at++;
        }
        return text.substring(start, at);
    }

    /** The number here: digits, with a point and an exponent where there are. */
    String number() {
        int start = at;
        digits();
        if (peek() == '.') {
            at++;
            digits();
        }
        int sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
        if ((peek() == 'e' || peek() == 'E') && isDigit(peek(1 + sign))) {
            at += 1 + sign;
            digits();
        }
        return text.substring(start, at);
    }

    private void digits() {
        while (isDigit(peek())) {
            at++;
        }
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    static boolean isWordStart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    private static boolean isWordPart(char c) {
        return isWordStart(c) || isDigit(c);
    }

    int position() {
        return at;
    }

    /** What is wrong here. */
    QuerySyntaxException wrong(String complaint) {
        return wrong(complaint, at);
    }

    QuerySyntaxException wrong(String complaint, int position) {
        String found = position >= text.length()
                ? "at the end of the query"
                : "at column " + (text.codePointCount(0, position) + 1) + " of the query, before "
                        + QueryError.shown(
                                new JsonText(text.substring(position, Math.min(text.length(), position + 20))));
        return new QuerySyntaxException(complaint + " " + found);
    }
}
