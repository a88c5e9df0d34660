package dev.intellibrix.workspace;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What can be told of a regular expression in RE2 syntax without compiling it: about how large its program gets, how deep
 * its groups go, and a text that every match holds. Careful rather than complete: when in doubt there is no such text.
 * Used once.
 */
final class RegexOutline {

    private static final int MAX_REPEAT = 1_000;

    private final String regex;
    private final StringBuilder run = new StringBuilder();
    private final Deque<Group> outer = new ArrayDeque<>();
    private Group group = new Group();
    private String longest = "";
    private boolean doubtful;
    private int depth;
    private int at;

    private RegexOutline(String regex) {
        this.regex = regex;
    }

    /** The size of what was read of a group, and of its last element. */
    private static final class Group {
        private double size;
        private double last;

        void add(double element) {
            size += element;
            last = element;
        }

        void repeat(double times) {
            size += last * (times - 1);
            last *= times;
        }
    }

    static RegexOutline of(String regex) {
        RegexOutline outline = new RegexOutline(regex);
        while (outline.at < regex.length()) {
            outline.element();
        }
        outline.endRun();
        return outline;
    }

    /** A text on one line that every match holds, in its case; empty when none is known. */
    String requiredText() {
        return doubtful || !outer.isEmpty() ? "" : longest;
    }

    /** About how many instructions the program has. */
    double size() {
        double size = group.size;
        for (Group open : outer) {
            size += open.size;
        }
        return size;
    }

    /** How deep groups are nested. */
    int depth() {
        return depth;
    }

    private void element() {
        int c = regex.codePointAt(at);
        at += Character.charCount(c);
        switch (c) {
            case '\\' -> escape();
            case '[' -> {
                skipClass();
                other();
            }
            case '(' -> open();
            case ')' -> close();
            case '|' -> {
                doubtful |= outer.isEmpty();
                other();
            }
            case '*', '?' -> {
                dropLast();
                group.size++;
            }
            case '+' -> {
                endRun();
                group.size++;
            }
            case '{' -> braces();
            case '.', '^', '$', '\n', '\r' -> other();
            default -> literal(c);
        }
    }

    private void literal(int c) {
        group.add(1);
        if (outer.isEmpty()) {
            run.appendCodePoint(c);
        }
    }

    private void other() {
        group.add(1);
        endRun();
    }

    private void endRun() {
        if (run.length() > longest.length()) {
            longest = run.toString();
        }
        run.setLength(0);
    }

    /** The last character may occur no times at all. */
    private void dropLast() {
        if (run.length() > 0) {
            run.setLength(run.offsetByCodePoints(run.length(), -1));
        }
        endRun();
    }

    private void escape() {
        if (at >= regex.length()) {
            return;
        }
        char c = regex.charAt(at++);
        if (c == 'Q') {
            quoted();
        } else if (c == 'p' || c == 'P' || c == 'x') {
            other();
            boolean braced = at < regex.length() && regex.charAt(at) == '{';
            int close = regex.indexOf('}', at);
            at = Math.min(braced && close >= 0 ? close + 1 : at + (c == 'x' ? 2 : 1), regex.length());
        } else if (c >= '0' && c <= '7') {
            other();
            int end = Math.min(at + 2, regex.length());
            while (at < end && regex.charAt(at) >= '0' && regex.charAt(at) <= '7') {
                at++;
            }
        } else if (c < 0x80 && !Character.isLetterOrDigit(c)) {
            literal(c);
        } else {
            other();
        }
    }

    private void quoted() {
        int end = regex.indexOf("\\E", at);
        int stop = end < 0 ? regex.length() : end;
        while (at < stop) {
            int c = regex.codePointAt(at);
            at += Character.charCount(c);
            if (c == '\n' || c == '\r') {
                other();
            } else {
                literal(c);
            }
        }
        at = end < 0 ? stop : stop + 2;
    }

    private void skipClass() {
        if (at < regex.length() && regex.charAt(at) == '^') {
            at++;
        }
        boolean first = true;
        while (at < regex.length() && (first || regex.charAt(at) != ']')) {
            first = false;
            int named = regex.startsWith("[:", at) ? regex.indexOf(":]", at + 2) : -1;
            if (named >= 0) {
                at = named + 2;
            } else {
                at += regex.charAt(at) == '\\' ? 2 : 1;
            }
        }
        at = Math.min(at + 1, regex.length());
    }

    private void open() {
        endRun();
        if (regex.startsWith("?", at)) {
            int end = at + 1;
            while (end < regex.length() && ":)>".indexOf(regex.charAt(end)) < 0) {
                end++;
            }
            boolean flagsOnly = end < regex.length() && regex.charAt(end) == ')';
            doubtful |= flagsOnly;
            at = Math.min(end + 1, regex.length());
            if (flagsOnly) {
                return;
            }
        }
        outer.push(group);
        group = new Group();
        depth = Math.max(depth, outer.size());
    }

    private void close() {
        if (outer.isEmpty()) {
            doubtful = true;
            return;
        }
        double size = group.size + 2;
        group = outer.pop();
        group.add(size);
        endRun();
    }

    /** A repetition such as {@code {2,5}}, or a brace that stands for itself. */
    private void braces() {
        int close = regex.indexOf('}', at);
        String inner = close < 0 ? "" : regex.substring(at, close);
        int comma = inner.indexOf(',');
        String low = comma < 0 ? inner : inner.substring(0, comma);
        String high = comma < 0 || comma == inner.length() - 1 ? low : inner.substring(comma + 1);
        if (!isNumber(low) || !isNumber(high)) {
            literal('{');
            return;
        }
        at = close + 1;
        dropLast();
        group.repeat(Math.min(MAX_REPEAT, Math.max(value(low), value(high))) + 1);
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.length() < 5 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static int value(String text) {
        return Integer.parseInt(text);
    }
}
