package dev.intellibrix.workspace.search;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * What can be told of a regular expression in RE2 syntax without compiling it: about how large its program gets, how deep
 * its groups go, and texts of which every match holds one. Careful rather than complete: when in doubt there are no such
 * texts. Used once.
 */
final class RegexOutline {

    private static final int MAX_REPEAT = 1_000;

    private final String regex;
    private final Deque<RegexGroup> outer = new ArrayDeque<>();
    private RegexGroup group = new RegexGroup();
    private boolean unbalanced;
    private int depth;
    private int at;

    private RegexOutline(String regex) {
        this.regex = regex;
    }

    static RegexOutline of(String regex) {
        RegexOutline outline = new RegexOutline(regex);
        while (outline.at < regex.length()) {
            outline.element();
        }
        return outline;
    }

    /** Texts on one line, one of which every match holds, in their case; empty when none are known. */
    List<String> requiredTexts() {
        return unbalanced || !outer.isEmpty() ? List.of() : group.requiredTexts();
    }

    /** About how many instructions the program has. */
    double size() {
        double size = group.size();
        for (RegexGroup open : outer) {
            size += open.size();
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
                group.addUnknown();
            }
            case '(' -> open();
            case ')' -> close();
            case '|' -> group.nextBranch();
            case '*', '?' -> group.makeOptional();
            case '+' -> group.repeatLast(2);
            case '{' -> braces();
            case '.', '^', '$', '\n', '\r' -> group.addUnknown();
            default -> group.addLiteral(c);
        }
    }

    private void escape() {
        if (at >= regex.length()) {
            return;
        }
        char c = regex.charAt(at++);
        if (c == 'Q') {
            quoted();
        } else if (c == 'p' || c == 'P' || c == 'x') {
            group.addUnknown();
            boolean braced = at < regex.length() && regex.charAt(at) == '{';
            int close = regex.indexOf('}', at);
            at = Math.min(braced && close >= 0 ? close + 1 : at + (c == 'x' ? 2 : 1), regex.length());
        } else if (c >= '0' && c <= '7') {
            group.addUnknown();
            int end = Math.min(at + 2, regex.length());
            while (at < end && regex.charAt(at) >= '0' && regex.charAt(at) <= '7') {
                at++;
            }
        } else if (c < 0x80 && !Character.isLetterOrDigit(c)) {
            group.addLiteral(c);
        } else {
            group.addUnknown();
        }
    }

    private void quoted() {
        int end = regex.indexOf("\\E", at);
        int stop = end < 0 ? regex.length() : end;
        while (at < stop) {
            int c = regex.codePointAt(at);
            at += Character.charCount(c);
            if (c == '\n' || c == '\r') {
                group.addUnknown();
            } else {
                group.addLiteral(c);
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
        boolean changesFlags = false;
        if (regex.startsWith("?", at)) {
            int end = at + 1;
            while (end < regex.length() && ":)>".indexOf(regex.charAt(end)) < 0) {
                end++;
            }
            String flags = regex.substring(at + 1, end);
            changesFlags = flags.indexOf('i') >= 0 && flags.indexOf('<') < 0;
            boolean flagsOnly = end < regex.length() && regex.charAt(end) == ')';
            at = Math.min(end + 1, regex.length());
            if (flagsOnly) {
                group.doubt(changesFlags);
                return;
            }
        }
        outer.push(group);
        group = new RegexGroup();
        group.doubt(changesFlags);
        depth = Math.max(depth, outer.size());
    }

    private void close() {
        if (outer.isEmpty()) {
            unbalanced = true;
            return;
        }
        RegexGroup inner = group;
        group = outer.pop();
        group.addGroup(inner);
    }

    /** A repetition such as {@code {2,5}}, or a brace that stands for itself. */
    private void braces() {
        int close = regex.indexOf('}', at);
        String inner = close < 0 ? "" : regex.substring(at, close);
        int comma = inner.indexOf(',');
        String low = comma < 0 ? inner : inner.substring(0, comma);
        String high = comma < 0 || comma == inner.length() - 1 ? low : inner.substring(comma + 1);
        if (!isNumber(low) || !isNumber(high)) {
            group.addLiteral('{');
            return;
        }
        at = close + 1;
        int times = Math.min(MAX_REPEAT, Math.max(value(low), value(high))) + 1;
        if (value(low) == 0) {
            group.makeOptional();
        }
        group.repeatLast(times);
    }

    /** A number with a leading zero is none in an expression, where its braces stand for themselves. */
    private static boolean isNumber(String text) {
        return !text.isEmpty()
                && text.length() < 5
                && text.chars().allMatch(c -> c >= '0' && c <= '9')
                && (text.length() == 1 || text.charAt(0) != '0');
    }

    private static int value(String text) {
        return Integer.parseInt(text);
    }
}
