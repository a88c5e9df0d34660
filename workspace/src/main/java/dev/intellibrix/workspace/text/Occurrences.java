package dev.intellibrix.workspace.text;

import java.util.Arrays;

/** Where a run of bytes occurs in another, found in one pass whatever they hold (Knuth, Morris and Pratt). */
final class Occurrences {

    private final byte[] needle;
    private final int unit;
    private final int[] failure;

    /**
     * @param needle what to look for; not empty
     * @param unit only positions that are multiples of this count
     */
    Occurrences(byte[] needle, int unit) {
        this.needle = needle;
        this.unit = unit;
        this.failure = failure(needle);
    }

    /**
     * The positions, in order.
     *
     * @param overlapping whether an occurrence may begin inside the one before
     * @param most no more than this many are looked for
     */
    int[] in(byte[] text, boolean overlapping, int most) {
        int[] found = new int[16];
        int count = 0;
        int matched = 0;
        for (int i = 0; i < text.length && count < most; i++) {
            while (matched > 0 && text[i] != needle[matched]) {
                matched = failure[matched - 1];
            }
            matched += text[i] == needle[matched] ? 1 : 0;
            if (matched == needle.length) {
                int position = i + 1 - needle.length;
                boolean counts = position % unit == 0;
                if (counts) {
                    found = count == found.length ? Arrays.copyOf(found, count * 2) : found;
                    found[count++] = position;
                }
                matched = overlapping || !counts ? failure[matched - 1] : 0;
            }
        }
        return Arrays.copyOf(found, count);
    }

    private static int[] failure(byte[] needle) {
        int[] failure = new int[needle.length];
        int matched = 0;
        for (int i = 1; i < needle.length; i++) {
            while (matched > 0 && needle[i] != needle[matched]) {
                matched = failure[matched - 1];
            }
            matched += needle[i] == needle[matched] ? 1 : 0;
            failure[i] = matched;
        }
        return failure;
    }
}
