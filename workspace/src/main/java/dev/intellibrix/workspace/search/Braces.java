package dev.intellibrix.workspace.search;

import dev.intellibrix.tool.ToolException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Writes out the alternatives of {@code {a,b}} in a glob pattern, as shells do. How many there will be is counted before any
 * is written. Used once.
 */
public final class Braces {

    static final int MAX_DEPTH = 5;
    static final int MAX_EXPANSIONS = 10_000;

    private final String pattern;
    private int at;

    private Braces(String pattern) {
        this.pattern = pattern;
    }

    /**
     * All patterns without braces that a pattern stands for.
     *
     * @throws ToolException when a brace is not closed, or there would be too many
     */
    public static List<String> expand(String pattern) {
        Braces braces = new Braces(pattern);
        Choice all = braces.alternatives(0);
        return all.expand();
    }

    /** A part of a pattern that stands for one text or several. */
    private interface Part {
        long count();

        List<String> expand();
    }

    private record Text(String text) implements Part {
        @Override
        public long count() {
            return 1;
        }

        @Override
        public List<String> expand() {
            return List.of(text);
        }
    }

    private record Choice(List<Part> options) implements Part {
        @Override
        public long count() {
            long sum = 0;
            for (Part option : options) {
                sum += option.count();
            }
            return bounded(sum);
        }

        @Override
        public List<String> expand() {
            List<String> all = new ArrayList<>();
            options.forEach(option -> all.addAll(option.expand()));
            return all;
        }
    }

    private record Sequence(List<Part> parts) implements Part {
        @Override
        public long count() {
            long product = 1;
            for (Part part : parts) {
                product = bounded(product * part.count());
            }
            return product;
        }

        @Override
        public List<String> expand() {
            List<String> heads = List.of("");
            for (Part part : parts) {
                List<String> longer = new ArrayList<>();
                for (String head : heads) {
                    part.expand().forEach(tail -> longer.add(head + tail));
                }
                heads = longer;
            }
            return heads;
        }
    }

    private static long bounded(long count) {
        if (count > MAX_EXPANSIONS) {
            throw new ToolException(String.format(
                    Locale.ROOT,
                    "the braces of the pattern stand for more than %,d patterns; use fewer alternatives",
                    MAX_EXPANSIONS));
        }
        return count;
    }

    /** Reads alternatives up to the brace that closes them, or to the end at the outermost level. */
    private Choice alternatives(int depth) {
        int open = at;
        List<Part> options = new ArrayList<>();
        options.add(sequence(depth));
        while (at < pattern.length() && pattern.charAt(at) == ',') {
            at++;
            options.add(sequence(depth));
        }
        if (depth > 0 && at == pattern.length()) {
            throw new MalformedPatternException(
                    "the { at character " + open + " of the pattern is not closed; write \\{ for the character itself");
        }
        Choice choice = new Choice(options);
        choice.count();
        return choice;
    }

    private Sequence sequence(int depth) {
        List<Part> parts = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        while (at < pattern.length()) {
            char c = pattern.charAt(at);
            if (depth > 0 && (c == ',' || c == '}')) {
                break;
            }
            if (c == '{') {
                parts.add(new Text(text.toString()));
                text.setLength(0);
                parts.add(group(depth + 1));
            } else {
                int end = endOfUnit(c);
                text.append(pattern, at, end);
                at = end;
            }
        }
        parts.add(new Text(text.toString()));
        Sequence sequence = new Sequence(parts);
        sequence.count();
        return sequence;
    }

    private Choice group(int depth) {
        if (depth > MAX_DEPTH) {
            throw new ToolException("the braces of the pattern are nested more than " + MAX_DEPTH + " deep");
        }
        at++;
        Choice choice = alternatives(depth);
        at++;
        return choice;
    }

    /** Where a character ends, together with what a backslash takes away from the braces, or a bracket holds. */
    private int endOfUnit(char c) {
        if (c == '\\') {
            return Math.min(at + 2, pattern.length());
        }
        if (c != '[') {
            return at + 1;
        }
        int from = at + 1;
        from += pattern.startsWith("!", from) || pattern.startsWith("^", from) ? 1 : 0;
        int close = pattern.indexOf(']', from + 1);
        return close < 0 ? at + 1 : close + 1;
    }
}
