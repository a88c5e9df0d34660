package dev.intellibrix.testing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What another policy decides otherwise about recorded calls; made by {@link PolicyReplay#through}. Immutable. */
public final class PolicyChanges {

    private static final int MAX_LISTED = 200;

    private final List<PolicyChange> all;
    private final int replayed;
    private final int undecided;
    private final int ofOthers;

    PolicyChanges(List<PolicyChange> all, int replayed, int undecided, int ofOthers) {
        this.all = List.copyOf(all);
        this.replayed = replayed;
        this.undecided = undecided;
        this.ofOthers = ofOthers;
    }

    /** All changes, in the order of the calls. */
    public List<PolicyChange> all() {
        return all;
    }

    /** How many calls were decided about anew, with those that nothing changed for. */
    public int replayed() {
        return replayed;
    }

    /** How many recorded calls were left out, since nothing had been decided about them or another agent had made them. */
    public int leftOut() {
        return undecided + ofOthers;
    }

    /**
     * Checks that these changes let calls get further than before or run with another input, and no others. What is clearly
     * stricter is always in order; see {@link #all} for that.
     *
     * @param lines each change as {@link PolicyChange#line} writes it; one stands for all that are the same
     * @throws AssertionError when a change is looser that is not listed, when a listed one is not there, and when there was no
     *     call to decide about, which would prove nothing
     */
    public void assertLoosensOnly(String... lines) {
        if (replayed == 0) {
            throw new AssertionError("no recorded call was decided about, so nothing is shown; " + leftOut()
                    + " recorded calls were left out");
        }
        Set<String> listed = new LinkedHashSet<>(Arrays.asList(lines));
        List<PolicyChange> unlisted = new ArrayList<>();
        for (PolicyChange change : all) {
            if (change.isLooser() && !listed.contains(change.line())) {
                unlisted.add(change);
            }
        }
        Set<String> missing = new LinkedHashSet<>(listed);
        all.stream().filter(PolicyChange::isLooser).map(PolicyChange::line).forEach(missing::remove);
        if (!unlisted.isEmpty() || !missing.isEmpty()) {
            throw new AssertionError(problem(unlisted, missing));
        }
    }

    /** The changes, one on a line, and how many calls there were. */
    @Override
    public String toString() {
        return all.size() + " of " + replayed + " calls are decided otherwise"
                + (undecided == 0 ? "" : " (" + undecided + " more had not been decided about)")
                + (ofOthers == 0 ? "" : " (" + ofOthers + " more were made by other agents)")
                + (all.isEmpty() ? "" : ":\n" + lines(all));
    }

    private String problem(List<PolicyChange> unlisted, Set<String> missing) {
        StringBuilder text = new StringBuilder();
        if (!unlisted.isEmpty()) {
            text.append("the changed policy lets calls get further, or run otherwise, that the test does not list:\n")
                    .append(lines(unlisted))
                    .append("\nIf that is meant, list:\n")
                    .append(unlisted.stream()
                            .map(change -> "  " + change.line())
                            .distinct()
                            .limit(MAX_LISTED)
                            .collect(Collectors.joining("\n")))
                    .append('\n');
        }
        if (!missing.isEmpty()) {
            text.append("listed, but there is no such change:\n");
            missing.forEach(line -> text.append("  ").append(line).append('\n'));
        }
        return text.append(this).toString();
    }

    private static String lines(List<PolicyChange> changes) {
        int more = changes.size() - MAX_LISTED;
        return changes.stream().limit(MAX_LISTED).map(change -> "  " + change).collect(Collectors.joining("\n"))
                + (more > 0 ? "\n  and " + more + " more" : "");
    }
}
