package dev.intellibrix.agenttools.diff;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * Finds what two sequences of lines have in common, in time that hardly grows faster than they do. What only one of them
 * has is set aside first; lines that occur once in both hold the rest in place; between them the shortest script is
 * sought, with a bound on the effort beyond which a good one does. Not thread-safe.
 */
final class LineDiff {

    /** So many times anchors are sought within what lies between other anchors. */
    private static final int MAX_DEPTH = 24;

    private final int[] a;
    private final int[] b;
    private final int idCount;
    private final Runnable checkpoint;
    private final BitSet removed = new BitSet();
    private final BitSet added = new BitSet();

    private LineDiff(int[] a, int[] b, int idCount, Runnable checkpoint) {
        this.a = a;
        this.b = b;
        this.idCount = idCount;
        this.checkpoint = checkpoint;
    }

    /**
     * The changes that make the second of the first, in order.
     *
     * @param checkpoint runs between parts, and ends a comparison that nobody waits for
     */
    static List<Change> of(LineIds ids, Runnable checkpoint) {
        LineDiff diff = new LineDiff(ids.first(), ids.second(), ids.count(), checkpoint);
        diff.compare();
        return Slider.slide(diff.changes(), ids.first(), ids.second());
    }

    private void compare() {
        int head = 0;
        int shorter = Math.min(a.length, b.length);
        while (head < shorter && a[head] == b[head]) {
            head++;
        }
        int tail = 0;
        while (tail < shorter - head && a[a.length - 1 - tail] == b[b.length - 1 - tail]) {
            tail++;
        }
        int[] aKept = withPartner(a, b, head, tail, removed);
        int[] bKept = withPartner(b, a, head, tail, added);
        new Inner(pick(a, aKept), pick(b, bKept), aKept, bKept).compare();
    }

    /** The indexes of the lines that the other side has, too; the others are marked. */
    private int[] withPartner(int[] from, int[] other, int head, int tail, BitSet marked) {
        BitSet known = new BitSet(idCount);
        for (int i = head; i < other.length - tail; i++) {
            known.set(other[i]);
        }
        int[] kept = new int[from.length - tail - head];
        int count = 0;
        for (int i = head; i < from.length - tail; i++) {
            if (known.get(from[i])) {
                kept[count++] = i;
            } else {
                marked.set(i);
            }
        }
        return Arrays.copyOf(kept, count);
    }

    private static int[] pick(int[] from, int[] indexes) {
        int[] picked = new int[indexes.length];
        for (int i = 0; i < indexes.length; i++) {
            picked[i] = from[indexes[i]];
        }
        return picked;
    }

    private List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < a.length || j < b.length) {
            int aEnd = removed.nextClearBit(i);
            int bEnd = added.nextClearBit(j);
            if (aEnd > i || bEnd > j) {
                changes.add(new Change(i, aEnd, j, bEnd));
                i = aEnd;
                j = bEnd;
            } else {
                i++;
                j++;
            }
        }
        return changes;
    }

    /** Two ranges that are compared with each other. */
    private record Range(int aStart, int aEnd, int bStart, int bEnd, int depth) {}

    /** The comparison of the lines that have a partner. */
    private final class Inner {

        private final int[] x;
        private final int[] y;
        private final int[] xIndexes;
        private final int[] yIndexes;
        private final Anchors anchors;
        private final ShortestScript script;
        private final Deque<Range> todo = new ArrayDeque<>();

        Inner(int[] x, int[] y, int[] xIndexes, int[] yIndexes) {
            this.x = x;
            this.y = y;
            this.xIndexes = xIndexes;
            this.yIndexes = yIndexes;
            this.anchors = new Anchors(x, y, idCount);
            this.script = new ShortestScript(x, y);
        }

        void compare() {
            todo.push(new Range(0, x.length, 0, y.length, 0));
            while (!todo.isEmpty()) {
                checkpoint.run();
                compare(trimmed(todo.pop()));
            }
        }

        private Range trimmed(Range range) {
            int aStart = range.aStart;
            int bStart = range.bStart;
            int aEnd = range.aEnd;
            int bEnd = range.bEnd;
            while (aStart < aEnd && bStart < bEnd && x[aStart] == y[bStart]) {
                aStart++;
                bStart++;
            }
            while (aStart < aEnd && bStart < bEnd && x[aEnd - 1] == y[bEnd - 1]) {
                aEnd--;
                bEnd--;
            }
            return new Range(aStart, aEnd, bStart, bEnd, range.depth);
        }

        private void compare(Range range) {
            if (range.aStart == range.aEnd || range.bStart == range.bEnd) {
                mark(range);
                return;
            }
            int[] pairs = range.depth < MAX_DEPTH
                    ? anchors.between(range.aStart, range.aEnd, range.bStart, range.bEnd)
                    : new int[0];
            if (pairs.length > 0) {
                splitAt(pairs, range);
                return;
            }
            script.split(range.aStart, range.aEnd, range.bStart, range.bEnd);
            int aSplit = script.aSplit();
            int bSplit = script.bSplit();
            todo.push(new Range(range.aStart, aSplit, range.bStart, bSplit, MAX_DEPTH));
            todo.push(new Range(aSplit, range.aEnd, bSplit, range.bEnd, MAX_DEPTH));
        }

        private void splitAt(int[] pairs, Range range) {
            int aStart = range.aStart;
            int bStart = range.bStart;
            for (int i = 0; i < pairs.length; i += 2) {
                push(aStart, pairs[i], bStart, pairs[i + 1], range.depth + 1);
                aStart = pairs[i] + 1;
                bStart = pairs[i + 1] + 1;
            }
            push(aStart, range.aEnd, bStart, range.bEnd, range.depth + 1);
        }

        private void push(int aStart, int aEnd, int bStart, int bEnd, int depth) {
            if (aStart < aEnd || bStart < bEnd) {
                todo.push(new Range(aStart, aEnd, bStart, bEnd, depth));
            }
        }

        private void mark(Range range) {
            for (int i = range.aStart; i < range.aEnd; i++) {
                removed.set(xIndexes[i]);
            }
            for (int j = range.bStart; j < range.bEnd; j++) {
                added.set(yIndexes[j]);
            }
        }
    }
}
