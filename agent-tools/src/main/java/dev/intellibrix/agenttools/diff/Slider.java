package dev.intellibrix.agenttools.diff;

import java.util.ArrayList;
import java.util.List;

/** Moves blocks that could stand in several places down, where a reader expects them: behind what stays. */
final class Slider {

    private Slider() {}

    static List<Change> slide(List<Change> changes, int[] a, int[] b) {
        List<Change> slid = new ArrayList<>(changes.size());
        for (int k = 0; k < changes.size(); k++) {
            Change change = changes.get(k);
            int aLimit = k + 1 < changes.size() ? changes.get(k + 1).aStart() : a.length;
            int bLimit = k + 1 < changes.size() ? changes.get(k + 1).bStart() : b.length;
            int by = 0;
            if (change.removed() == 0) {
                by = steps(b, change.bStart(), change.bEnd(), bLimit);
            } else if (change.added() == 0) {
                by = steps(a, change.aStart(), change.aEnd(), aLimit);
            }
            slid.add(new Change(change.aStart() + by, change.aEnd() + by, change.bStart() + by, change.bEnd() + by));
        }
        return slid;
    }

    /** By how many lines a block can move down: as long as the line that it leaves is the one that it takes in. */
    private static int steps(int[] lines, int start, int end, int limit) {
        int by = 0;
        while (end + by < limit && lines[start + by] == lines[end + by]) {
            by++;
        }
        return by;
    }
}
