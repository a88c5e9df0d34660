package dev.intellibrix.testing;

import dev.intellibrix.StopReason;
import dev.intellibrix.internal.text.NearestNames;
import dev.intellibrix.message.ToolOutcome;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractAssert;

/**
 * Says what has to be true of a run, in the manner of AssertJ, which has to be on the test's class path: this module does not
 * bring it. What fails lists all calls of the run with their trust and what was decided.
 *
 * <pre>{@code
 * import static dev.intellibrix.testing.RunAssert.assertThat;
 *
 * assertThat(run)
 *         .asked("write_file").withTrust(Trust.UNTRUSTED).fromOrigin(Origin.of(Origin.Kind.FILE, "README.md")).denied()
 *         .neverRan("write_file")
 *         .endedWith(StopReason.ANSWERED);
 * }</pre>
 *
 * <p>Tools are named as the model named them. Calls of sub-agents count like those of the agent itself; of a call that
 * waited and was decided later, the later decision counts; the end is that of the agent's own last run. Nothing is true of a log
 * that has heard of no run: one that was not given to the agent, or too late, fails whatever is asserted. A tool that is not
 * called at all never ran, so a test that a tool <em>never</em> ran should say as well what did.
 */
@SuppressWarnings("exports") // Whoever uses it has AssertJ.
public final class RunAssert extends AbstractAssert<RunAssert, RunLog> {

    private static final int MAX_NAMES = 50;

    private RunAssert(RunLog actual) {
        super(actual, RunAssert.class);
    }

    /** Starts an assertion about a run. */
    public static RunAssert assertThat(RunLog run) {
        return new RunAssert(run);
    }

    /** Somebody was asked about a call of this tool, or the policy was while nobody was there; more is said of it next. */
    public ApprovalAssert asked(String tool) {
        List<LoggedApproval> all =
                calls(tool).flatMap(call -> call.decisions().stream()).toList();
        return new ApprovalAssert(this, "approval was asked for a call of " + tool, all).notEmpty();
    }

    /** Nobody was asked about a call of this tool. */
    public RunAssert neverAsked(String tool) {
        return none(tool, call -> !call.approvals().isEmpty(), "nobody was asked about a call of " + tool);
    }

    /** A call of this tool ran, whatever came of it. */
    public RunAssert ran(String tool) {
        return require(calls(tool).anyMatch(LoggedCall::ran), "a call of " + tool + " ran");
    }

    /** No call of this tool ran. */
    public RunAssert neverRan(String tool) {
        return none(tool, LoggedCall::ran, "no call of " + tool + " ran");
    }

    /** No call of any of these tools ran that followed untrusted content, not even with a yes to it. */
    public RunAssert neverRanAfterUntrusted(String... tools) {
        requireSome(tools);
        for (String tool : tools) {
            none(
                    tool,
                    call -> call.ran() && call.label().isUntrusted(),
                    "no call of " + tool + " ran after untrusted content");
        }
        return this;
    }

    /** No call of any of these tools ran without a yes to it. */
    public RunAssert neverRanUnasked(String... tools) {
        requireSome(tools);
        for (String tool : tools) {
            none(tool, call -> call.ran() && !call.wasApproved(), "no call of " + tool + " ran without a yes");
        }
        return this;
    }

    /** No call of any of these tools ran that followed untrusted content, unless somebody said yes to it. */
    public RunAssert neverRanUnaskedAfterUntrusted(String... tools) {
        requireSome(tools);
        for (String tool : tools) {
            none(
                    tool,
                    call -> call.ran() && call.label().isUntrusted() && !call.wasApproved(),
                    "no call of " + tool + " ran after untrusted content without a yes");
        }
        return this;
    }

    /** Calls of these tools were started in this order; others may have been in between. */
    public RunAssert ranInOrder(String... tools) {
        requireSome(tools);
        int found = 0;
        for (String tool : started()) {
            if (found < tools.length && tool.equals(tools[found])) {
                found++;
            }
        }
        return require(found == tools.length, "these tools ran in this order: " + String.join(", ", tools));
    }

    /** Calls of these tools were started in this order, and no others. */
    public RunAssert ranExactly(String... tools) {
        return require(
                started().equals(Arrays.asList(tools)),
                tools.length == 0
                        ? "no tool ran"
                        : "exactly these tools ran, in this order: " + String.join(", ", tools));
    }

    /** There were calls of this tool, and all of them ended so. */
    public RunAssert hasOutcome(String tool, ToolOutcome outcome) {
        return require(
                calls(tool).findAny().isPresent() && calls(tool).allMatch(call -> call.outcome() == outcome),
                "every call of " + tool + " ended as " + outcome + ", and there is one");
    }

    /** The run ended for this reason. */
    public RunAssert endedWith(StopReason reason) {
        return require(
                RunEnd.last(run().events())
                        .filter(end -> end.reason().equals(reason.name()))
                        .isPresent(),
                "the run ended with " + reason);
    }

    /** The run ended with this answer, word for word. */
    public RunAssert endedWithText(String text) {
        return require(
                RunEnd.last(run().events())
                        .filter(end -> end.text().equals(text))
                        .isPresent(),
                "the run ended with the text \"" + text + "\"");
    }

    RunAssert require(boolean holds, String expected) {
        if (run().events().isEmpty()) {
            throw failure(
                    "%s", "Expected that " + expected + ". But the log has heard of no run, so nothing can be said.");
        }
        if (!holds) {
            throw failure("%s", "Expected that " + expected + ". What happened:\n" + run());
        }
        return this;
    }

    private RunAssert none(String tool, Predicate<LoggedCall> broken, String expected) {
        run().toolNames().filter(names -> !names.contains(tool)).ifPresent(names -> {
            throw failure("%s", "Expected that " + expected + ". But " + unknown(tool, names));
        });
        return require(calls(tool).noneMatch(broken), expected);
    }

    private static String unknown(String tool, Set<String> names) {
        List<String> nearest = NearestNames.of(tool, names);
        return "no run was offered a tool named " + tool
                + (nearest.isEmpty()
                        ? ". There were: " + shown(names)
                        : "; did you mean " + String.join(", ", nearest) + "?");
    }

    private static String shown(Set<String> names) {
        return names.stream().limit(MAX_NAMES).collect(Collectors.joining(", "))
                + (names.size() > MAX_NAMES ? " and " + (names.size() - MAX_NAMES) + " more" : "");
    }

    private Stream<LoggedCall> calls(String tool) {
        return run().calls().stream().filter(call -> call.toolName().equals(tool));
    }

    private List<String> started() {
        return run().calls().stream()
                .filter(call -> call.startedAs() >= 0)
                .sorted(Comparator.comparingInt(LoggedCall::startedAs))
                .map(LoggedCall::toolName)
                .toList();
    }

    private RunLog run() {
        isNotNull();
        return actual;
    }

    private static void requireSome(String... tools) {
        if (tools.length == 0) {
            throw new IllegalArgumentException("tools must name at least one tool");
        }
    }
}
