package dev.intellibrix.agenttools.patch;

import java.util.Arrays;
import java.util.List;

/** Lines that are sought one below the other. Immutable. */
final class LineSequence {

    /** A line that occurs less often than this is rare enough to look at each place. */
    private static final int RARE = 64;

    private final byte[][] bodies;

    LineSequence(List<HunkLine> lines) {
        this.bodies = lines.stream().map(HunkLine::body).toArray(byte[][]::new);
    }

    int size() {
        return bodies.length;
    }

    byte[] body(int i) {
        return bodies[i];
    }

    /**
     * The starts of all places where the hashes of the lines stand, ascending: a superset of where the lines do. By the
     * places of the rarest line, or in one pass over the file, so that it costs about the file's length at most.
     */
    int[] candidates(LineIndex index, int fileLines) {
        int[] hashes = new int[bodies.length];
        int rarest = -1;
        int lowest = RARE;
        for (int i = 0; i < bodies.length; i++) {
            hashes[i] = index.hash(bodies[i]);
            int count = index.count(hashes[i], lowest);
            if (count < lowest) {
                lowest = count;
                rarest = i;
            }
        }
        if (bodies.length == 0 || bodies.length > fileLines || lowest == 0) {
            return new int[0];
        }
        return rarest >= 0 ? around(index, hashes, rarest, fileLines) : scan(index, hashes, fileLines);
    }

    private static int[] around(LineIndex index, int[] hashes, int rarest, int fileLines) {
        int[] starts = new int[RARE];
        int count = 0;
        for (int line = index.first(hashes[rarest]); line >= 0; line = index.next(line)) {
            int start = line - rarest;
            if (start >= 0 && start + hashes.length <= fileLines && stands(index, hashes, start)) {
                starts[count++] = start;
            }
        }
        return Arrays.copyOf(starts, count);
    }

    private static boolean stands(LineIndex index, int[] hashes, int start) {
        for (int i = 0; i < hashes.length; i++) {
            if (index.hashAt(start + i) != hashes[i]) {
                return false;
            }
        }
        return true;
    }

    /** Knuth, Morris and Pratt's search over the hashes. */
    private static int[] scan(LineIndex index, int[] hashes, int fileLines) {
        int[] borders = borders(hashes);
        int[] starts = new int[16];
        int count = 0;
        int matched = 0;
        for (int line = 0; line < fileLines; line++) {
            while (matched > 0 && index.hashAt(line) != hashes[matched]) {
                matched = borders[matched - 1];
            }
            matched += index.hashAt(line) == hashes[matched] ? 1 : 0;
            if (matched == hashes.length) {
                starts = count == starts.length ? Arrays.copyOf(starts, count * 2) : starts;
                starts[count++] = line - matched + 1;
                matched = borders[matched - 1];
            }
        }
        return Arrays.copyOf(starts, count);
    }

    private static int[] borders(int[] hashes) {
        int[] borders = new int[hashes.length];
        int length = 0;
        for (int i = 1; i < hashes.length; i++) {
            while (length > 0 && hashes[i] != hashes[length]) {
                length = borders[length - 1];
            }
            length += hashes[i] == hashes[length] ? 1 : 0;
            borders[i] = length;
        }
        return borders;
    }
}
