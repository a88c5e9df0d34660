package dev.intellibrix.workspace.search;

import java.util.Arrays;
import java.util.BitSet;

/**
 * A regular expression as steps over the bytes of one line: the result of {@link ByteRegex}, and what {@link LineAutomaton}
 * runs. A character outside of ASCII is taken for any run of bytes outside of ASCII, so that the program finds a match in
 * every line that has one, and perhaps in others. Immutable once built.
 */
final class ByteProgram {

    /** What a step does. */
    enum Kind {
        /** Takes a byte, then goes on. */
        BYTE,
        /** Goes on at two places. */
        SPLIT,
        /** Goes on at the start of the line only. */
        LINE_START,
        /** Goes on at the end of the line only. */
        LINE_END,
        /** The expression matches. */
        MATCH
    }

    private static final int ASCII = 128;

    private Kind[] kinds = new Kind[16];
    private BitSet[] sets = new BitSet[16];
    private int[] next = new int[16];
    private int[] other = new int[16];
    private int size;
    private int start;

    /** Adds a step; where it goes on is set later. */
    int add(Kind kind) {
        if (size == kinds.length) {
            kinds = Arrays.copyOf(kinds, size * 2);
            sets = Arrays.copyOf(sets, size * 2);
            next = Arrays.copyOf(next, size * 2);
            other = Arrays.copyOf(other, size * 2);
        }
        kinds[size] = kind;
        next[size] = -1;
        other[size] = -1;
        return size++;
    }

    /** Adds a step that takes one of these characters; the bit of 128 stands for those outside of ASCII. */
    int add(BitSet characters) {
        int step = add(Kind.BYTE);
        sets[step] = characters;
        return step;
    }

    void next(int step, int to) {
        next[step] = to;
    }

    void other(int step, int to) {
        other[step] = to;
    }

    void start(int step) {
        start = step;
    }

    int size() {
        return size;
    }

    int start() {
        return start;
    }

    Kind kind(int step) {
        return kinds[step];
    }

    int next(int step) {
        return next[step];
    }

    /** The second place where a split goes on; negative when there is none. */
    int other(int step) {
        return other[step];
    }

    /** Whether a step takes a byte, given as a character of ASCII or as 128 for all others. */
    boolean takes(int step, int character) {
        return sets[step].get(character);
    }

    /** The class of each byte: bytes that no step tells apart share one. Line ends have classes of their own. */
    int[] classes() {
        int[] classOf = new int[256];
        BitSet[] kept = new BitSet[ASCII + 1];
        int count = 0;
        for (int c = 0; c <= ASCII; c++) {
            BitSet signature = signature(c);
            int known = 0;
            while (known < count && !kept[known].equals(signature)) {
                known++;
            }
            if (known == count) {
                kept[count++] = signature;
            }
            classOf[c] = known;
        }
        Arrays.fill(classOf, ASCII, classOf.length, classOf[ASCII]);
        return classOf;
    }

    private BitSet signature(int c) {
        BitSet steps = new BitSet(size + 2);
        for (int step = 0; step < size; step++) {
            if (kinds[step] == Kind.BYTE && sets[step].get(c)) {
                steps.set(step);
            }
        }
        if (c == '\n') {
            steps.set(size);
        }
        if (c == '\r') {
            steps.set(size + 1);
        }
        return steps;
    }
}
