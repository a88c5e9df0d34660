package dev.intellibrix.testing;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalReason;
import dev.intellibrix.event.Decider;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.Trust;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * Says what has to be true of the times that somebody was asked about calls of one tool; made by {@link RunAssert#asked}.
 * Methods that begin with {@code with}, {@code from}, {@code because} or {@code by} leave those out of which they are not true,
 * and fail when none is left. What was decided, which comes last, has to be true of all that are left.
 */
public final class ApprovalAssert {

    private final RunAssert run;
    private final String expected;
    private final List<LoggedApproval> left;

    ApprovalAssert(RunAssert run, String expected, List<LoggedApproval> left) {
        this.run = run;
        this.expected = expected;
        this.left = left;
    }

    /** Those of calls that follow content of this trust. */
    public ApprovalAssert withTrust(Trust trust) {
        return keep(each -> each.request().trust() == trust, "with the trust " + trust);
    }

    /** Those that showed this origin. */
    public ApprovalAssert fromOrigin(Origin origin) {
        return keep(each -> each.request().origins().contains(origin), "from " + origin);
    }

    /** Those that showed an origin of this kind. */
    public ApprovalAssert fromOrigin(Origin.Kind kind) {
        return keep(
                each -> each.request().origins().stream().anyMatch(origin -> origin.kind() == kind),
                "from an origin of the kind " + kind);
    }

    /**
     * Those of calls with this value in their input.
     *
     * @param name the name of a field at the top of the input
     * @param value a text, a number, a boolean, a list or a map, as the hook sees it
     */
    public ApprovalAssert withInput(String name, Object value) {
        return keep(each -> Objects.equals(each.request().input().get(name), value), "with " + name + " = " + value);
    }

    /** Those for which there was a reason of this kind. */
    public ApprovalAssert because(ApprovalReason.Kind kind) {
        return keep(
                each -> each.request().reasons().stream().anyMatch(reason -> reason.kind() == kind),
                "because of " + kind);
    }

    /** Those of calls that were made by this sub-agent: the names on the way to it, outermost first; none means the agent itself. */
    public ApprovalAssert byAgent(String... path) {
        return keep(
                each -> each.request().agentPath().equals(Arrays.asList(path)),
                "by the agent " + (path.length == 0 ? "at the top" : String.join(" > ", path)));
    }

    /** There are so many of them. */
    public ApprovalAssert times(int count) {
        run.require(left.size() == count, expected + ", " + count + " times, and not " + left.size() + " times");
        return this;
    }

    /** It was this one who decided. */
    public ApprovalAssert decidedBy(Decider decider) {
        all(each -> each.decidedBy() == decider, "was decided by " + decider);
        return this;
    }

    /** The answer was yes. */
    public RunAssert allowed() {
        return all(each -> each.decision() instanceof ApprovalDecision.Allow, "was allowed");
    }

    /** The answer was no, or there was none, which is the same. */
    public RunAssert denied() {
        return all(each -> each.decision() instanceof ApprovalDecision.Deny, "was denied");
    }

    /** The answer was another input. */
    public RunAssert edited() {
        return all(each -> each.decision() instanceof ApprovalDecision.Edit, "was edited");
    }

    /** The answer was this input. */
    public RunAssert edited(Map<String, ?> input) {
        return all(
                each -> each.decision() instanceof ApprovalDecision.Edit edit
                        && edit.input().equals(input),
                "was edited to " + input);
    }

    /** The answer was put off. */
    public RunAssert deferred() {
        return all(each -> each.decision() instanceof ApprovalDecision.Defer, "was deferred");
    }

    ApprovalAssert notEmpty() {
        run.require(!left.isEmpty(), expected);
        return this;
    }

    private ApprovalAssert keep(Predicate<LoggedApproval> condition, String what) {
        return new ApprovalAssert(
                        run,
                        expected + " " + what,
                        left.stream().filter(condition).toList())
                .notEmpty();
    }

    private RunAssert all(Predicate<LoggedApproval> condition, String what) {
        return run.require(left.stream().allMatch(condition), expected + " and " + what);
    }
}
