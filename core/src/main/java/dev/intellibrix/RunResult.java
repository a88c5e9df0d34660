package dev.intellibrix;

import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.provider.Usage;
import java.util.List;
import java.util.Optional;

/**
 * How a run ended.
 *
 * @param runId the run
 * @param stopReason why it ended
 * @param text the answer: the text of the model's last turn, possibly empty
 * @param messages the whole conversation up to here, system prompt included; every call in it has its result, but for
 *     those of {@code pendingApprovals}
 * @param openCalls calls that the model made and that were never taken up, because of a limit or a cancellation; not those
 *     that had a result before, and not those that may have run
 * @param pendingApprovals calls that wait for a decision
 * @param label the trust of all that the run has seen
 * @param usage the tokens of all steps whose usage is known, those of sub-agents included
 * @param steps how many times the model was asked, sub-agents not included
 * @param state of a run that awaits approval, what {@link Intelligence#resume} goes on from
 */
public record RunResult(
        String runId,
        StopReason stopReason,
        String text,
        List<Message> messages,
        List<ToolCallPart> openCalls,
        List<ApprovalRequest> pendingApprovals,
        Label label,
        Usage usage,
        int steps,
        Optional<RunState> state) {

    public RunResult {
        openCalls = List.copyOf(openCalls);
        pendingApprovals = List.copyOf(pendingApprovals);
    }
}
