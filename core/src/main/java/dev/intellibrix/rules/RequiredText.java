package dev.intellibrix.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Texts one of which has to be there for a pattern to match, found by a cautious reading of the pattern. Looking for them
 * rules out most patterns on most commands at a fraction of the cost of a match.
 */
final class RequiredText {

    /** Escapes that stand for a place or a class of characters. */
    private static final String CLASS_ESCAPES = "AzbBdDsSwW";

    private final String pattern;
    private final List<String> alternatives = new ArrayList<>();
    private final StringBuilder run = new StringBuilder();
    private String longest = "";
    private int at;

    private RequiredText(String pattern) {
        this.pattern = pattern;
    }

    /** The texts as {@link #fold} leaves them, one for each alternative of the pattern; none when that is not known. */
    static List<String> of(String pattern) {
        if (pattern.contains("\\Q") || pattern.contains("\\C")) {
            return List.of();
        }
        RequiredText reading = new RequiredText(pattern);
        while (reading.at < pattern.length()) {
            if (!reading.step()) {
                return List.of();
            }
        }
        return reading.endAlternative() ? List.copyOf(reading.alternatives) : List.of();
    }

    /** The text with the case taken away, so that whatever a pattern that ignores case takes for equal is equal. */
    static String fold(String text) {
        StringBuilder folded = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            folded.append(Character.toLowerCase(Character.toUpperCase(text.charAt(i))));
        }
        return folded.toString();
    }

    private boolean step() {
        char c = pattern.charAt(at);
        at++;
        switch (c) {
            case '|' -> {
                return endAlternative();
            }
            case '\\' -> {
                return escape();
            }
            case '(' -> {
                if (!skipFlags()) {
                    endRun();
                    return skipGroup();
                }
            }
            case '[' -> {
                endRun();
                return skipClass();
            }
            case '*', '?' -> dropLast();
            case '{' -> {
                dropLast();
                skipRepetition();
            }
            case '.', '^', '$', '+' -> endRun();
            case ')' -> {
                return false;
            }
            default -> literal(c);
        }
        return true;
    }

    private void literal(char c) {
        if (c >= ' ' && c <= '~') {
            run.append(String.valueOf(c).toLowerCase(Locale.ROOT));
        } else {
            endRun();
        }
    }

    private boolean escape() {
        if (at >= pattern.length()) {
            return false;
        }
        char c = pattern.charAt(at);
        at++;
        if (CLASS_ESCAPES.indexOf(c) >= 0) {
            endRun();
            return true;
        }
        if (Character.isLetterOrDigit(c)) {
            return false;
        }
        literal(c);
        return true;
    }

    /** The character before may be missing. */
    private void dropLast() {
        if (run.length() > 0) {
            run.setLength(run.length() - 1);
        }
        endRun();
    }

    private void endRun() {
        if (run.length() > longest.length()) {
            longest = run.toString();
        }
        run.setLength(0);
    }

    private boolean endAlternative() {
        endRun();
        alternatives.add(longest);
        boolean known = !longest.isEmpty();
        longest = "";
        return known;
    }

    private void skipRepetition() {
        int end = pattern.indexOf('}', at);
        at = end < 0 ? at : end + 1;
    }

    /** Flags such as {@code (?i)} are no item of their own: what repeats after them repeats the item before. */
    private boolean skipFlags() {
        if (!pattern.startsWith("?", at)) {
            return false;
        }
        int end = at + 1;
        while (end < pattern.length() && "imsU-".indexOf(pattern.charAt(end)) >= 0) {
            end++;
        }
        boolean flags = end < pattern.length() && pattern.charAt(end) == ')';
        at = flags ? end + 1 : at;
        return flags;
    }

    private boolean skipGroup() {
        int depth = 1;
        while (at < pattern.length() && depth > 0) {
            char c = pattern.charAt(at);
            at++;
            if (c == '\\') {
                at++;
            } else if (c == '[') {
                if (!skipClass()) {
                    return false;
                }
            } else if (c == '(') {
                depth++;
            } else if (c == ')') {
                depth--;
            }
        }
        return depth == 0;
    }

    private boolean skipClass() {
        if (at < pattern.length() && pattern.charAt(at) == '^') {
            at++;
        }
        int first = at;
        while (at < pattern.length()) {
            char c = pattern.charAt(at);
            if (c == ']' && at > first) {
                at++;
                return true;
            }
            if (c == '[' && pattern.startsWith("[:", at)) {
                int end = pattern.indexOf(":]", at + 2);
                at = end < 0 ? at + 1 : end + 2;
            } else {
                at += c == '\\' ? 2 : 1;
            }
        }
        return false;
    }
}
