package dev.intellibrix.workspace.search;

import dev.intellibrix.workspace.search.ByteProgram.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs a {@link ByteProgram} over the bytes of many lines at once, one look at a table for each byte. The states are made as
 * they are needed: each stands for the steps that the program may be at. When there would be too many, the automaton gives
 * up, and every line is one that may match. Used on one thread.
 */
final class LineAutomaton {

    /** How many cells and steps all states may have together. */
    private static final int MAX_SIZE = 1_000_000;

    /** How many steps may be gone through to make states. */
    private static final long MAX_WORK = 20_000_000;

    /** What the table says where the line matches; where it has not been filled in, it is zero. */
    private static final int MATCH = 1;

    private final ByteProgram program;
    private final int[] classOf;
    private final int[] characterOf;
    private final int width;
    private final Map<String, Integer> known = new HashMap<>();
    private final List<State> states = new ArrayList<>();
    private final int lineStart;
    private final int[] stack;
    private int[] table;
    private int last;
    private int size;
    private long work;
    private boolean exhausted;

    /**
     * An automaton without states but the first.
     *
     * @param program of fewer steps than there are characters
     */
    LineAutomaton(ByteProgram program) {
        this.program = program;
        this.classOf = program.classes();
        this.stack = new int[2 * program.size() + 2];
        int classes = 0;
        this.characterOf = new int[ByteClassReader.NOT_ASCII + 1];
        for (int c = ByteClassReader.NOT_ASCII; c >= 0; c--) {
            characterOf[classOf[c]] = c;
            classes = Math.max(classes, classOf[c] + 1);
        }
        this.width = classes;
        this.table = new int[16 * width];
        // The first two rows are never entered: their offsets are what the marks are told from.
        states.add(new State("", false));
        states.add(new State("", false));
        BitSet steps = new BitSet();
        boolean matches = close(program.start(), true, false, steps, new BitSet());
        this.lineStart = matches ? MATCH : state(steps, true, false);
    }

    /** Steps, one a character, and whether a match at the end of the line is possible here. */
    private record State(String steps, boolean matchesAtEnd) {}

    /** Whether the automaton has given up, so that every line may match. */
    boolean isExhausted() {
        return exhausted;
    }

    /**
     * Finds the first line that may match.
     *
     * @param from where a line begins
     * @param to where the last line ends
     * @return the index of a byte of the line, its line feed included; {@code to} when there is no such line
     */
    int find(byte[] bytes, int from, int to) {
        int end = run(bytes, from, to);
        if (end < to || from == to) {
            return end;
        }
        return bytes[to - 1] != '\n' && states.get(last / width).matchesAtEnd ? to - 1 : to;
    }

    /** Whether a line, given without its end, may match. */
    boolean accepts(byte[] bytes, int from, int to) {
        return run(bytes, from, to) < to || last == MATCH || states.get(last / width).matchesAtEnd;
    }

    /** Goes on to a byte with which a line matches, or to the end; {@code last} is the row there. */
    private int run(byte[] bytes, int from, int to) {
        last = lineStart;
        if (lineStart == MATCH || exhausted) {
            return from;
        }
        int at = from;
        int row = lineStart;
        int[] rows = table;
        while (at < to) {
            int next = rows[row + classOf[bytes[at] & 0xff]];
            if (next > MATCH) {
                row = next;
                at++;
            } else if (next == MATCH) {
                return at;
            } else {
                fill(row, classOf[bytes[at] & 0xff]);
                rows = table;
                if (exhausted) {
                    return at;
                }
            }
        }
        last = row;
        return at;
    }

    private void fill(int row, int byteClass) {
        int to = step(states.get(row / width), characterOf[byteClass]);
        table[row + byteClass] = to;
        exhausted = size > MAX_SIZE || work > MAX_WORK;
    }

    private int step(State from, int character) {
        if (character == '\n') {
            return from.matchesAtEnd ? MATCH : lineStart;
        }
        BitSet steps = new BitSet();
        BitSet seen = new BitSet();
        boolean matches = close(program.start(), false, false, steps, seen);
        for (int i = 0; i < from.steps.length(); i++) {
            int step = from.steps.charAt(i);
            if (program.kind(step) == Kind.BYTE && program.takes(step, character)) {
                matches |= close(program.next(step), false, false, steps, seen);
            }
        }
        // The carriage return of a line end is no part of the line.
        return matches ? MATCH : state(steps, false, character == '\r' && from.matchesAtEnd);
    }

    /** The row of a state in the table. */
    private int state(BitSet steps, boolean atStart, boolean ended) {
        boolean matchesAtEnd = ended || matchesAtEnd(steps, atStart);
        StringBuilder key = new StringBuilder();
        for (int step = steps.nextSetBit(0); step >= 0; step = steps.nextSetBit(step + 1)) {
            key.append((char) step);
        }
        String text = key.toString();
        String name = (atStart ? "^" : "-") + (matchesAtEnd ? "$" : "-") + text;
        Integer row = known.get(name);
        if (row == null) {
            row = add(new State(text, matchesAtEnd));
            known.put(name, row);
        }
        return row;
    }

    private int add(State state) {
        states.add(state);
        size += state.steps.length() + width;
        if (states.size() * width > table.length) {
            table = Arrays.copyOf(table, table.length * 2);
        }
        return (states.size() - 1) * width;
    }

    private boolean matchesAtEnd(BitSet steps, boolean atStart) {
        BitSet behind = new BitSet();
        BitSet seen = new BitSet();
        for (int step = steps.nextSetBit(0); step >= 0; step = steps.nextSetBit(step + 1)) {
            if (program.kind(step) == Kind.LINE_END && close(program.next(step), atStart, true, behind, seen)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Adds the steps that are reached from one without taking a byte: those that take one, and those that wait for the end
     * of the line.
     *
     * @param seen the steps that need not be looked at again
     * @return whether the expression matches
     */
    private boolean close(int from, boolean atStart, boolean atEnd, BitSet steps, BitSet seen) {
        int top = 0;
        stack[top++] = from;
        while (top > 0) {
            int step = stack[--top];
            if (step < 0 || seen.get(step)) {
                continue;
            }
            seen.set(step);
            work++;
            switch (program.kind(step)) {
                case MATCH -> {
                    return true;
                }
                case SPLIT -> {
                    stack[top++] = program.next(step);
                    stack[top++] = program.other(step);
                }
                case LINE_START -> {
                    if (atStart) {
                        stack[top++] = program.next(step);
                    }
                }
                case LINE_END -> {
                    if (atEnd) {
                        stack[top++] = program.next(step);
                    } else {
                        steps.set(step);
                    }
                }
                case BYTE -> steps.set(step);
            }
        }
        return false;
    }
}
