package dev.intellibrix.workspace.search;

import dev.intellibrix.workspace.search.ByteProgram.Kind;
import java.util.BitSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Translates a regular expression in RE2 syntax that is known to be well-formed into a {@link ByteProgram}, as far as it
 * consists of the usual: characters, classes, groups, alternatives, repetitions, the ends of the line. Whatever else there
 * is makes it give up. Used once.
 */
final class ByteRegex {

    private static final int MAX_STEPS = 3_000;
    private static final int MAX_DEPTH = 60;
    private static final Pattern REPETITION = Pattern.compile("\\{(0|[1-9][0-9]{0,3})(,(0|[1-9][0-9]{0,3})?)?}");

    private final String regex;
    private final ByteClassReader classes;
    private final ByteProgram program = new ByteProgram();
    private int at;
    private int depth;
    private boolean exact = true;

    private ByteRegex(String regex, boolean ignoreCase) {
        this.regex = regex;
        this.classes = new ByteClassReader(regex, ignoreCase);
    }

    /** There is something that this class does not know. */
    static final class UnknownException extends Exception {
        private static final long serialVersionUID = 1L;

        UnknownException() {
            super(null, null, false, false);
        }
    }

    /**
     * A translation.
     *
     * @param exact whether the program finds a match in a line of ASCII characters only where there is one
     */
    record Translation(ByteProgram program, boolean exact) {}

    /**
     * Translates an expression.
     *
     * @return null when it holds something unknown, or gets too large
     */
    static @Nullable Translation of(String regex, boolean ignoreCase) {
        ByteRegex translator = new ByteRegex(regex, ignoreCase);
        try {
            Part all = translator.alternatives();
            if (translator.at < regex.length()) {
                return null;
            }
            translator.connect(all, translator.add(Kind.MATCH));
            translator.program.start(all.start);
            return new Translation(translator.program, translator.exact);
        } catch (UnknownException e) {
            return null;
        }
    }

    /** A part of the program that is entered at one step and left at another, whose next step is not set. */
    private record Part(int start, int end) {}

    private int add(Kind kind) throws UnknownException {
        if (program.size() >= MAX_STEPS) {
            throw new UnknownException();
        }
        return program.add(kind);
    }

    private void connect(Part part, int to) {
        program.next(part.end, to);
    }

    private Part empty() throws UnknownException {
        int step = add(Kind.SPLIT);
        return new Part(step, step);
    }

    private Part alternatives() throws UnknownException {
        Part all = sequence();
        while (at < regex.length() && regex.charAt(at) == '|') {
            at++;
            Part branch = sequence();
            int split = add(Kind.SPLIT);
            program.next(split, all.start);
            program.other(split, branch.start);
            Part end = empty();
            connect(all, end.start);
            connect(branch, end.start);
            all = new Part(split, end.end);
        }
        return all;
    }

    private Part sequence() throws UnknownException {
        Part all = empty();
        while (at < regex.length() && regex.charAt(at) != '|' && regex.charAt(at) != ')') {
            Part part = repeated();
            connect(all, part.start);
            all = new Part(all.start, part.end);
        }
        return all;
    }

    /** An element with what says how often it occurs. */
    private Part repeated() throws UnknownException {
        int from = at;
        Part one = element();
        char operator = at < regex.length() ? regex.charAt(at) : ' ';
        if ("*+?{".indexOf(operator) < 0
                || (operator == '{'
                        && !REPETITION.matcher(regex).region(at, regex.length()).lookingAt())) {
            return one;
        }
        Part all = switch (operator) {
            case '*' -> optional(plus(one));
            case '+' -> plus(one);
            case '?' -> optional(one);
            default -> times(from);
        };
        at++;
        if (at < regex.length() && regex.charAt(at) == '?') {
            at++; // Which match is taken does not matter here.
        }
        if (at < regex.length() && "*+?{".indexOf(regex.charAt(at)) >= 0) {
            throw new UnknownException();
        }
        return all;
    }

    /** Repeats the element that begins at an index as often as the braces say that come next. */
    private Part times(int from) throws UnknownException {
        int close = regex.indexOf('}', at);
        String[] bounds = regex.substring(at + 1, close).split(",", -1);
        int least = Integer.parseInt(bounds[0]);
        String last = bounds[bounds.length - 1];
        Part all = times(from, least, last.isEmpty() ? -1 : Integer.parseInt(last));
        at = close;
        return all;
    }

    private Part plus(Part one) throws UnknownException {
        int split = add(Kind.SPLIT);
        connect(one, split);
        program.other(split, one.start);
        return new Part(one.start, split);
    }

    private Part optional(Part one) throws UnknownException {
        int split = add(Kind.SPLIT);
        Part end = empty();
        program.next(split, one.start);
        program.other(split, end.start);
        connect(one, end.start);
        return new Part(split, end.end);
    }

    private Part again(int from) throws UnknownException {
        at = from;
        return element();
    }

    /** Repeats the element that begins at an index; it is read again for each time. */
    private Part times(int from, int least, int most) throws UnknownException {
        Part all = empty();
        for (int i = 0; i < least; i++) {
            Part next = again(from);
            connect(all, next.start);
            all = new Part(all.start, next.end);
        }
        if (most < 0) {
            Part more = optional(plus(again(from)));
            connect(all, more.start);
            return new Part(all.start, more.end);
        }
        for (int i = least; i < most; i++) {
            Part more = optional(again(from));
            connect(all, more.start);
            all = new Part(all.start, more.end);
        }
        return all;
    }

    private Part element() throws UnknownException {
        int c = regex.codePointAt(at);
        switch (c) {
            case '(' -> {
                return group();
            }
            case '^' -> {
                return single(Kind.LINE_START);
            }
            case '$' -> {
                return single(Kind.LINE_END);
            }
            case '*', '+', '?' -> throw new UnknownException();
            case '\\' -> {
                if (regex.startsWith("\\b", at) || regex.startsWith("\\B", at)) {
                    at += 2;
                    exact = false;
                    return empty();
                }
            }
            default -> {}
        }
        return characters(classes.read(at));
    }

    private Part single(Kind kind) throws UnknownException {
        at++;
        int step = add(kind);
        return new Part(step, step);
    }

    /** One character; if it may be one outside of ASCII, then any number of bytes outside of ASCII. */
    private Part characters(BitSet set) throws UnknownException {
        at = classes.end();
        if (program.size() >= MAX_STEPS) {
            throw new UnknownException();
        }
        int step = program.add(set);
        if (!set.get(ByteClassReader.NOT_ASCII)) {
            return new Part(step, step);
        }
        BitSet high = new BitSet();
        high.set(ByteClassReader.NOT_ASCII);
        int more = program.add(high);
        int split = add(Kind.SPLIT);
        program.next(step, split);
        program.other(split, more);
        program.next(more, split);
        return new Part(step, split);
    }

    private Part group() throws UnknownException {
        at++;
        if (regex.startsWith("?:", at)) {
            at += 2;
        } else if (regex.startsWith("?P<", at) || regex.startsWith("?<", at)) {
            at = regex.indexOf('>', at) + 1;
        } else if (regex.startsWith("?", at)) {
            throw new UnknownException();
        }
        if (++depth > MAX_DEPTH) {
            throw new UnknownException();
        }
        Part inner = alternatives();
        depth--;
        if (at >= regex.length()) {
            throw new UnknownException();
        }
        at++;
        return inner;
    }
}
