package dev.intellibrix;

import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.provider.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a run has come to when it is suspended.
 *
 * @param conversationId the conversation, or the run's id
 * @param suspendedAt when; where calls had waited before and still do, since when they have
 * @param messages the messages; the last one is the model's turn whose calls wait
 * @param label the trust of all that the run has seen
 * @param runTime what counts for the limit of the run's time
 * @param repetitions how often in a row each call of the step before has given its result
 * @param results the results of those calls of the last turn that have one
 * @param waiting the other calls of the last turn
 * @param spent what the run and its sub-agents have used; null when it had none, and this is what is said above
 * @param policyRevision what the developer's policy was
 */
record SuspendedRun(
        String runId,
        String conversationId,
        Instant suspendedAt,
        List<Message> messages,
        Label label,
        Usage usage,
        int steps,
        int callsTakenUp,
        Duration runTime,
        List<Integer> repetitions,
        List<ToolResultPart> results,
        List<ApprovalRequest> waiting,
        @Nullable Spent spent,
        String policyRevision) {

    static SuspendedRun of(RunHost host, Transcript transcript, Instant now, String policyRevision) {
        return new SuspendedRun(
                host.runId(),
                host.conversationId(),
                now,
                transcript.messages(),
                transcript.label(),
                transcript.usage(),
                transcript.steps(),
                transcript.callsTakenUp(),
                host.timer().spent(),
                transcript.repetitions(),
                transcript.settledBesidePending(),
                transcript.pendingApprovals(),
                spentWithOthers(host, transcript),
                policyRevision);
    }

    private static @Nullable Spent spentWithOthers(RunHost host, Transcript transcript) {
        Spent all = host.budget().spent().withoutCalls(transcript.openCalls().size());
        boolean isAlone = all.steps() == transcript.steps()
                && all.calls() == transcript.callsTakenUp()
                && all.usage().equals(transcript.usage());
        return isAlone ? null : all;
    }
}
