package dev.intellibrix.workspace.search;

import java.util.ArrayList;
import java.util.List;

/**
 * What is known of one group of a regular expression while it is read: its size, and for each branch the texts of which a
 * match holds one. Not thread-safe.
 */
final class RegexGroup {

    private static final int MAX_TEXTS = 16;

    private final List<String> ofBranches = new ArrayList<>();
    private final StringBuilder run = new StringBuilder();
    private List<String> best = List.of(); // Of the present branch.
    private List<String> last = List.of(); // Of the last element, if that is a group.
    private boolean unknown;
    private double size;
    private double lastSize;

    void addLiteral(int c) {
        commitLast();
        run.appendCodePoint(c);
        grow(1);
    }

    void addUnknown() {
        commitAll();
        grow(1);
    }

    void addGroup(RegexGroup inner) {
        commitAll();
        last = inner.requiredTexts();
        grow(inner.size + 2);
    }

    /** The case of letters may not count here. */
    void doubt(boolean doubtful) {
        unknown |= doubtful;
    }

    /** The last element may be left out. */
    void makeOptional() {
        last = List.of();
        if (run.length() > 0) {
            run.setLength(run.offsetByCodePoints(run.length(), -1));
        }
        commitAll();
        size++;
    }

    /** The last element occurs more than once, which ends a run of characters behind it. */
    void repeatLast(int times) {
        commitAll();
        size += lastSize * (times - 1);
        lastSize *= times;
    }

    void nextBranch() {
        endBranch();
        grow(1);
    }

    double size() {
        return size;
    }

    /** Texts of which every match of the group holds one; empty when none are known. The group is complete with this. */
    List<String> requiredTexts() {
        endBranch();
        return unknown || ofBranches.size() > MAX_TEXTS ? List.of() : List.copyOf(ofBranches);
    }

    private void endBranch() {
        commitAll();
        unknown |= best.isEmpty();
        ofBranches.addAll(best);
        best = List.of();
    }

    private void grow(double by) {
        size += by;
        lastSize = by;
    }

    private void commitAll() {
        commitLast();
        if (run.length() > 0) {
            offer(List.of(run.toString()));
            run.setLength(0);
        }
    }

    private void commitLast() {
        offer(last);
        last = List.of();
    }

    /** Prefers what is rare: few texts, and long ones. */
    private void offer(List<String> texts) {
        if (!texts.isEmpty() && (best.isEmpty() || worth(texts) > worth(best))) {
            best = texts;
        }
    }

    private static int worth(List<String> texts) {
        int shortest = Integer.MAX_VALUE;
        for (String text : texts) {
            shortest = Math.min(shortest, text.length());
        }
        return 4 * Math.min(shortest, 16) - texts.size();
    }
}
