package dev.intellibrix.agenttools.diff;

import org.jspecify.annotations.Nullable;

/**
 * Finds a point that a shortest edit script goes through, from both ends at once and in linear space (E. Myers, "An O(ND)
 * difference algorithm and its variations", 1986). When that takes too long, it takes the point that got farthest. A path
 * is told by its diagonal, the line of the first side minus that of the second. Not thread-safe.
 */
final class ShortestScript {

    private static final int LEAST_BOUND = 256;

    private final int[] a;
    private final int[] b;
    private final int[] ahead; // By diagonal: how far into the first side a path from the start got.
    private final int[] back; // The same for a path from the end.
    private final int shift;
    private final int bound;

    private int aStart;
    private int aEnd;
    private int bStart;
    private int bEnd;
    private int aSplit;
    private int bSplit;

    ShortestScript(int[] a, int[] b) {
        this.a = a;
        this.b = b;
        this.shift = b.length + 1;
        this.ahead = new int[a.length + b.length + 3];
        this.back = new int[a.length + b.length + 3];
        this.bound = Math.max(LEAST_BOUND, (int) Math.sqrt(a.length + b.length));
    }

    /** The line of the first side at which the last call splits. */
    int aSplit() {
        return aSplit;
    }

    /** The line of the second side at which the last call splits. */
    int bSplit() {
        return bSplit;
    }

    /** Splits two ranges; neither is empty, and they differ in their first and in their last line. */
    void split(int fromA, int toA, int fromB, int toB) {
        aStart = fromA;
        aEnd = toA;
        bStart = fromB;
        bEnd = toB;
        Front forward = new Front(fromA - fromB);
        Front backward = new Front(toA - toB);
        ahead[shift + forward.low] = aStart;
        back[shift + backward.low] = aEnd;
        boolean odd = ((forward.low - backward.low) & 1) != 0;
        for (int cost = 1; ; cost++) {
            forward.widen(ahead, -1);
            if (goAhead(forward, odd ? backward : null)) {
                return;
            }
            backward.widen(back, Integer.MAX_VALUE);
            if (goBack(backward, odd ? null : forward)) {
                return;
            }
            if (cost >= bound) {
                giveUp(forward, backward);
                return;
            }
        }
    }

    /** The diagonals that paths of one cost can be on: every second one of a range. */
    private final class Front {

        private int low;
        private int high;

        Front(int diagonal) {
            low = diagonal;
            high = diagonal;
        }

        /** Goes to the next cost; the edges of the table are walls. */
        void widen(int[] reached, int wall) {
            if (low > aStart - bEnd) {
                low--;
                reached[shift + low - 1] = wall;
            } else {
                low++;
            }
            if (high < aEnd - bStart) {
                high++;
                reached[shift + high + 1] = wall;
            } else {
                high--;
            }
        }

        boolean has(int diagonal) {
            return diagonal >= low && diagonal <= high;
        }
    }

    private boolean goAhead(Front front, @Nullable Front other) {
        for (int diagonal = front.high; diagonal >= front.low; diagonal -= 2) {
            int at = shift + diagonal;
            int i = Math.max(ahead[at - 1] + 1, ahead[at + 1]);
            while (i < aEnd && i - diagonal < bEnd && a[i] == b[i - diagonal]) {
                i++;
            }
            ahead[at] = i;
            if (other != null && other.has(diagonal) && back[at] <= i) {
                return take(i, i - diagonal);
            }
        }
        return false;
    }

    private boolean goBack(Front front, @Nullable Front other) {
        for (int diagonal = front.high; diagonal >= front.low; diagonal -= 2) {
            int at = shift + diagonal;
            int i = Math.min(back[at - 1], back[at + 1] - 1);
            while (i > aStart && i - diagonal > bStart && a[i - 1] == b[i - diagonal - 1]) {
                i--;
            }
            back[at] = i;
            if (other != null && other.has(diagonal) && i <= ahead[at]) {
                return take(i, i - diagonal);
            }
        }
        return false;
    }

    private boolean take(int i, int j) {
        aSplit = i;
        bSplit = j;
        return true;
    }

    /** Takes the end of the path that covers most of both sides. */
    private void giveUp(Front forward, Front backward) {
        int best = -1;
        for (int diagonal = forward.high; diagonal >= forward.low; diagonal -= 2) {
            int i = Math.min(Math.min(ahead[shift + diagonal], aEnd), bEnd + diagonal);
            int covered = i - aStart + i - diagonal - bStart;
            if (covered > best) {
                best = covered;
                take(i, i - diagonal);
            }
        }
        for (int diagonal = backward.high; diagonal >= backward.low; diagonal -= 2) {
            int i = Math.max(Math.max(back[shift + diagonal], aStart), bStart + diagonal);
            int covered = aEnd - i + bEnd - (i - diagonal);
            if (covered > best) {
                best = covered;
                take(i, i - diagonal);
            }
        }
    }
}
