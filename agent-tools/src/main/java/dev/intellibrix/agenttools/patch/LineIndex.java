package dev.intellibrix.agenttools.patch;

import dev.intellibrix.agenttools.text.Lines;
import java.util.Arrays;

/** Where each line occurs in a file, by a hash of what counts of it. Immutable. */
final class LineIndex {

    private final Lines lines;
    private final Tolerance tolerance;
    private final int[] hashes;
    private final int[] heads; // The first line of each bucket, or -1.
    private final int[] nexts; // The next line of the same bucket, or -1.

    LineIndex(Lines lines, Tolerance tolerance) {
        this.lines = lines;
        this.tolerance = tolerance;
        int count = lines.count();
        this.hashes = new int[count];
        this.heads = new int[Integer.highestOneBit(Math.max(8, count)) * 2];
        this.nexts = new int[count];
        Arrays.fill(heads, -1);
        for (int i = count - 1; i >= 0; i--) {
            hashes[i] = tolerance.hash(lines.data(), lines.start(i), lines.end(i));
            int bucket = bucket(hashes[i]);
            nexts[i] = heads[bucket];
            heads[bucket] = i;
        }
    }

    private int bucket(int hash) {
        int spread = hash * 0x9E3779B9;
        return (spread ^ (spread >>> 15)) & (heads.length - 1);
    }

    /** The hash of a line that may occur. */
    int hash(byte[] line) {
        return tolerance.hash(line, 0, line.length);
    }

    /** The hash of a line of the file. */
    int hashAt(int line) {
        return hashes[line];
    }

    /** The first line with this hash, -1 for none. */
    int first(int hash) {
        return matching(heads[bucket(hash)], hash);
    }

    /** The next line with the same hash as this one, -1 for none. */
    int next(int line) {
        return matching(nexts[line], hashes[line]);
    }

    private int matching(int from, int hash) {
        int line = from;
        while (line >= 0 && hashes[line] != hash) {
            line = nexts[line];
        }
        return line;
    }

    /** How often the line with this hash occurs, counted up to a bound. */
    int count(int hash, int bound) {
        int count = 0;
        for (int line = first(hash); line >= 0 && count < bound; line = next(line)) {
            count++;
        }
        return count;
    }

    /** Whether a line stands at a place of the file. */
    boolean isAt(int line, byte[] wanted) {
        return tolerance.same(lines.data(), lines.start(line), lines.end(line), wanted, 0, wanted.length);
    }
}
