package dev.intellibrix;

import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.provider.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

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
        String policyRevision) {

    static SuspendedRun of(RunHost host, Transcript transcript, Instant now, Duration runTime, String policyRevision) {
        return new SuspendedRun(
                host.runId(),
                host.conversationId(),
                now,
                transcript.messages(),
                transcript.label(),
                transcript.usage(),
                transcript.steps(),
                transcript.callsTakenUp(),
                runTime,
                transcript.repetitions(),
                transcript.settledBesidePending(),
                transcript.pendingApprovals(),
                policyRevision);
    }
}
