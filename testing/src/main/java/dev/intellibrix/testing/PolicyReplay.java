package dev.intellibrix.testing;

import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.message.Message;
import dev.intellibrix.tool.Tool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Puts the tool calls of earlier runs through a changed policy, and tells which of them would be decided otherwise: the way to
 * see what a new rule, a permission or a hook does before it is in force. No tool runs, no model is asked, and neither the
 * listeners nor the audit log nor the store of the options learn of anything; the hook of the options is asked, so it must not
 * be a person.
 *
 * <pre>{@code
 * PolicyReplay.of(run)
 *         .through(options.toBuilder().rules(InterceptRules.fromFile(changed)).build())
 *         .assertLoosensOnly("DENY -> ASK: shell {\"argv\":[\"ls\"]} [trusted]");
 * }</pre>
 *
 * <p>Each call is decided about by itself, by the real gate, with the trust and the origins that it had when it was recorded and
 * with what the user had said. The calls of the agent itself are replayed, unless {@link #inAgent} says otherwise. Calls of other
 * agents, and those that the gate had not come to because the run was stopped, are left out and {@linkplain
 * PolicyChanges#leftOut counted}. Immutable.
 */
public final class PolicyReplay {

    private final Function<Map<String, Tool>, List<RecordedCall>> recorded;
    private final List<String> agentPath;
    private final boolean recordedAnswers;

    private PolicyReplay(
            Function<Map<String, Tool>, List<RecordedCall>> recorded, List<String> agentPath, boolean recordedAnswers) {
        this.recorded = recorded;
        this.agentPath = agentPath;
        this.recordedAnswers = recordedAnswers;
    }

    /**
     * The calls of these runs. What the user said is known of a log that {@linkplain RunLog#ofAsking asked}; of one that only
     * listened it is not, and a hook that looks whether an input is {@linkplain
     * dev.intellibrix.approval.ApprovalRequest#grounded grounded} finds that it is not.
     */
    public static PolicyReplay of(RunLog... runs) {
        List<RecordedCall> calls = new ArrayList<>();
        for (RunLog run : runs) {
            calls.addAll(RecordedCall.in(run));
        }
        return new PolicyReplay(tools -> calls, List.of(), false);
    }

    /**
     * The calls of a conversation: the messages of a run's result, or what was kept of them, with their labels. They say that a
     * person changed an input, but not to what, so whatever runs now in its place has to be listed.
     */
    public static PolicyReplay ofMessages(List<Message> messages) {
        List<RecordedCall> calls = RecordedCall.in(messages);
        return new PolicyReplay(tools -> calls, List.of(), false);
    }

    /**
     * The calls of a cassette, except those of its last turn, whose results it does not have. It has no labels either: what the
     * user said counts as trusted, and a call follows untrusted content when a tool had run before it of which the options say
     * that its results are untrusted, or which they do not have. Such a tool is the only origin that is known. Each run on the
     * cassette has a trust of its own; a request without any answer of the model in it begins a run.
     *
     * @throws IllegalArgumentException when the file is not a recording; {@link #through} throws it when the recording does not
     *     say what belongs to which run
     */
    public static PolicyReplay ofCassette(Path file) {
        List<CassetteTurn> turns = CassetteFile.read(file).turns();
        return new PolicyReplay(tools -> CassetteCalls.in(turns, tools), List.of(), false);
    }

    /**
     * The calls of this sub-agent instead: the names on the way to it, outermost first. The options to go through are the
     * sub-agent's; what the agent above it forbids is not part of them, so more may seem to be allowed than is.
     */
    public PolicyReplay inAgent(String... path) {
        return new PolicyReplay(recorded, List.copyOf(Arrays.asList(path)), recordedAnswers);
    }

    /**
     * Lets the recorded answers stand in for the hook of the options: who said yes, no or something else to a call says so again.
     * A call about which nobody was asked when it was recorded, and somebody is now, waits: its verdict is {@link
     * PolicyChange.Verdict#ASK}.
     */
    public PolicyReplay withRecordedAnswers() {
        return new PolicyReplay(recorded, agentPath, true);
    }

    /**
     * Decides about the calls anew, by the tools and the policy of these options.
     *
     * @throws IllegalStateException when the hook throws, gives nothing, or is too late: the gate denies such a call, and a hook
     *     that cannot decide here would make every change look stricter
     */
    public PolicyChanges through(IntelligenceOptions options) {
        Map<String, Tool> tools = new LinkedHashMap<>();
        options.tools().forEach(each -> each.tools().forEach(tool -> tools.put(tool.name(), idle(tool))));
        ReplayGate gate = new ReplayGate(options, List.copyOf(tools.values()), recordedAnswers);
        List<PolicyChange> changes = new ArrayList<>();
        int replayed = 0;
        int undecided = 0;
        int ofOthers = 0;
        for (RecordedCall call : recorded.apply(tools)) {
            if (!call.agentPath().equals(agentPath)) {
                ofOthers++;
                continue;
            }
            if (call.decided().isEmpty()) {
                undecided++;
                continue;
            }
            replayed++;
            Decided before = call.decided().get();
            Decided after = gate.decide(call);
            if (!after.isSame(before)) {
                changes.add(new PolicyChange(
                        call.toolName(),
                        call.sortedInput(),
                        call.label(),
                        before.verdict(),
                        after.verdict(),
                        after.edited(),
                        after.reason()));
            }
        }
        return new PolicyChanges(changes, replayed, undecided, ofOthers);
    }

    /** What decides about a call of the tool, without what it does. */
    private static Tool idle(Tool tool) {
        return tool.withFunction((input, context) -> "not run: this is a replay");
    }
}
