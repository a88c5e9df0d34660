package dev.intellibrix.agenttools.json;

import java.util.Arrays;
import java.util.Comparator;

/**
 * A merge sort; equal elements keep their order. Unlike the one of {@link Arrays} it takes any comparison: numbers compare by
 * their digits where both have them and as doubles where not, which does not always fit together.
 */
final class Sorting {

    private Sorting() {}

    /** Sorts an array, which takes as much memory again for the time. */
    static <T> void sort(T[] elements, Comparator<? super T> order) {
        sort(elements.clone(), elements, 0, elements.length, order);
    }

    /** Sorts a part of {@code from}, which may be changed, into {@code to}. At first both hold the same. */
    private static <T> void sort(T[] from, T[] to, int start, int end, Comparator<? super T> order) {
        if (end - start < 2) {
            return;
        }
        int middle = (start + end) >>> 1;
        sort(to, from, start, middle, order);
        sort(to, from, middle, end, order);
        if (order.compare(from[middle - 1], from[middle]) <= 0) {
            System.arraycopy(from, start, to, start, end - start);
            return;
        }
        int left = start;
        int right = middle;
        for (int i = start; i < end; i++) {
            boolean first = right == end || (left < middle && order.compare(from[left], from[right]) <= 0);
            to[i] = from[first ? left++ : right++];
        }
    }
}
