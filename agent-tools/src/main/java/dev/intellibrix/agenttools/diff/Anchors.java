package dev.intellibrix.agenttools.diff;

import java.util.Arrays;

/** Lines that occur once on each side hold two texts together better than any others (patience diff). Not thread-safe. */
final class Anchors {

    private static final int MANY = 2;

    private final int[] a;
    private final int[] b;
    private final byte[] aCount; // By number, within the range; zero between calls.
    private final byte[] bCount;
    private final int[] bLine;

    Anchors(int[] a, int[] b, int idCount) {
        this.a = a;
        this.b = b;
        this.aCount = new byte[idCount];
        this.bCount = new byte[idCount];
        this.bLine = new int[idCount];
    }

    /** Pairs of lines, in the order of both sides: the longest such sequence; empty when no line is unique in both. */
    int[] between(int aStart, int aEnd, int bStart, int bEnd) {
        for (int i = aStart; i < aEnd; i++) {
            aCount[a[i]] = (byte) Math.min(aCount[a[i]] + 1, MANY);
        }
        for (int j = bStart; j < bEnd; j++) {
            bCount[b[j]] = (byte) Math.min(bCount[b[j]] + 1, MANY);
            bLine[b[j]] = j;
        }
        int[] unique = new int[Math.min(aEnd - aStart, bEnd - bStart)];
        int count = 0;
        for (int i = aStart; i < aEnd; i++) {
            if (aCount[a[i]] == 1 && bCount[a[i]] == 1) {
                unique[count++] = i;
            }
        }
        int[] pairs = longestInOrder(Arrays.copyOf(unique, count));
        for (int i = aStart; i < aEnd; i++) {
            aCount[a[i]] = 0;
        }
        for (int j = bStart; j < bEnd; j++) {
            bCount[b[j]] = 0;
        }
        return pairs;
    }

    private int[] longestInOrder(int[] unique) {
        int[] piles = new int[unique.length]; // Of each length, the index whose line on the other side is the lowest.
        int[] before = new int[unique.length];
        int length = 0;
        for (int i = 0; i < unique.length; i++) {
            int pile = pileFor(bLine[a[unique[i]]], piles, length, unique);
            before[i] = pile == 0 ? -1 : piles[pile - 1];
            piles[pile] = i;
            length = Math.max(length, pile + 1);
        }
        int[] pairs = new int[2 * length];
        int at = length == 0 ? -1 : piles[length - 1];
        for (int i = 2 * length - 2; i >= 0; i -= 2) {
            pairs[i] = unique[at];
            pairs[i + 1] = bLine[a[unique[at]]];
            at = before[at];
        }
        return pairs;
    }

    private int pileFor(int line, int[] piles, int length, int[] unique) {
        int low = 0;
        int high = length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (bLine[a[unique[piles[middle]]]] < line) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
