package dev.intellibrix;

import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.provider.FinishReason;
import dev.intellibrix.provider.Usage;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All that a run has come to: its messages, their joined label, and what was used. Changed by the loop's record methods
 * only, on the run's thread.
 */
final class Transcript {

    private final MessageLog log;
    private final Repetition repetition = new Repetition();
    private final Set<String> callIds = new HashSet<>();
    private final Map<String, Integer> lastNumbers = new HashMap<>();
    private final List<String> trustedTexts;
    private Label label;
    private FinishReason finishReason = FinishReason.STOP;
    private Usage usage = Usage.ZERO;
    private int steps;
    private int callsTakenUp;
    private List<ToolCallPart> openCalls = List.of();
    private List<ToolCallPart> callsNotTakenUp = List.of();
    private List<ApprovalRequest> pendingApprovals = List.of();
    private List<ToolResultPart> settledBesidePending = List.of();
    private List<ApprovalRequest> waiting = List.of();
    private Set<String> takenUpBefore = Set.of();
    private @Nullable Instant waitingSince;
    private @Nullable StopReason finalTurnFor;
    private @Nullable ConversationHistory kept;

    Transcript(List<Message> history, Label label) {
        this.log = new MessageLog(history);
        this.label = label;
        history.forEach(message -> {
            this.label = this.label.join(message.label());
            message.toolCalls().forEach(call -> callIds.add(call.id()));
        });
        trustedTexts = TrustedTexts.of(history);
    }

    /**
     * The transcript of a suspended run, to be gone on with: the calls of its last turn are open again.
     *
     * @param takenUp the waiting calls that were taken up before, by somebody who crashed
     */
    Transcript(SuspendedRun run, Set<String> takenUp) {
        this(run.messages(), run.label());
        usage = run.usage();
        steps = run.steps();
        callsTakenUp = run.callsTakenUp();
        openCalls = last().toolCalls();
        settledBesidePending = run.results();
        waiting = run.waiting();
        waitingSince = run.suspendedAt();
        takenUpBefore = takenUp;
        List<ToolCallPart> before = lastFinishedCalls();
        if (before.size() == run.repetitions().size() && !before.isEmpty()) {
            repetition.restore(before, lastResults(), run.repetitions());
        }
    }

    /** From here on, what is said is kept in a conversation as well, and all that it has seen counts for the trust. */
    void keepIn(ConversationHistory conversation) {
        kept = conversation;
        label = label.join(conversation.label());
    }

    /** From here on, what is said is no matter of the conversation. */
    void keepNoMore() {
        kept = null;
    }

    /** Lets the conversation know of calls that wait for a decision. */
    void keepSuspended(String runId) {
        if (kept != null && !openCalls.isEmpty()) {
            kept.suspend(runId, this);
        }
    }

    /** The model is told something beside the messages. */
    void recordSeen(Label seen) {
        label = label.join(seen);
    }

    /** A model's turn, already labelled and with unique call ids. */
    void recordAnswer(Message answer, FinishReason reason, @Nullable Usage tokens) {
        append(answer);
        steps++;
        finishReason = reason;
        openCalls = answer.toolCalls();
        if (tokens != null) {
            usage = usage.plus(tokens);
        }
    }

    /** Tokens that were used beside the steps. */
    void recordUsage(Usage tokens) {
        usage = usage.plus(tokens);
    }

    /** The results of all open calls, in call order. */
    void recordResults(List<ToolResultPart> results) {
        callsTakenUp += results.size();
        settledBesidePending = List.copyOf(results); // They are known, even where they can not be kept.
        append(Message.toolResults(repetition.record(openCalls, results)));
        closed();
    }

    /**
     * The results of all open calls at the end of a run, or at a limit.
     *
     * @param notTakenUp those of the calls that were never started
     */
    void recordClosed(List<ToolResultPart> results, List<ToolCallPart> notTakenUp) {
        callsNotTakenUp = notTakenUp;
        append(Message.toolResults(results));
        closed();
    }

    /** The results of all open calls as somebody else has recorded them. */
    void recordKnown(Message results) {
        callsTakenUp += results.toolResults().size();
        append(results);
        closed();
    }

    /**
     * Calls of the open step wait for a decision.
     *
     * @param results the results of the calls of the step that do not wait
     */
    void recordPending(List<ApprovalRequest> requests, List<ToolResultPart> results) {
        if (requests.stream().noneMatch(this::isStillWaiting)) {
            waitingSince = null;
        }
        pendingApprovals = List.copyOf(requests);
        settledBesidePending = List.copyOf(results);
        results.forEach(result -> label = label.join(result.label()));
        waiting = List.of();
    }

    /** From here on the model is asked once more, without tools, and the run ends for this reason. */
    void recordFinalTurn(StopReason reason) {
        finalTurnFor = reason;
    }

    /** An id for a call that no other call of the run has. */
    String uniqueCallId(String wanted) {
        String base = wanted.isBlank() ? "call" : wanted;
        String id = wanted;
        while (id.isBlank() || !callIds.add(id)) {
            id = base + "_" + lastNumbers.merge(base, 1, Integer::sum);
        }
        return id;
    }

    List<Message> messages() {
        return log.view();
    }

    Message last() {
        return log.last();
    }

    /** The text of the last turn of the model. */
    String answerText() {
        List<Message> messages = messages();
        for (int i = messages.size() - 1; i >= 0; i--) {
            if (messages.get(i).role() == Role.ASSISTANT) {
                return messages.get(i).text();
            }
        }
        return "";
    }

    Label label() {
        return label;
    }

    FinishReason finishReason() {
        return finishReason;
    }

    Usage usage() {
        return usage;
    }

    int steps() {
        return steps;
    }

    int callsTakenUp() {
        return callsTakenUp;
    }

    List<ToolCallPart> openCalls() {
        return openCalls;
    }

    List<ToolCallPart> callsNotTakenUp() {
        return callsNotTakenUp;
    }

    List<ApprovalRequest> pendingApprovals() {
        return pendingApprovals;
    }

    List<ToolResultPart> settledBesidePending() {
        return settledBesidePending;
    }

    /** The result that an open call has already, from before the run was suspended. */
    Optional<ToolResultPart> settled(String callId) {
        return settledBesidePending.stream()
                .filter(result -> result.callId().equals(callId))
                .findFirst();
    }

    /** The request of an open call that waits for a decision, or did when the run was suspended. */
    Optional<ApprovalRequest> asked(String callId) {
        return Stream.concat(waiting.stream(), pendingApprovals.stream())
                .filter(request -> request.callId().equals(callId))
                .findFirst();
    }

    /** The request of an open call that waited for a decision when the run was suspended. */
    Optional<ApprovalRequest> waiting(String callId) {
        return waiting.stream()
                .filter(request -> request.callId().equals(callId))
                .findFirst();
    }

    /** Since when a request of the pending ones has waited unchanged, over suspensions; empty when all are new. */
    Optional<Instant> waitingSince() {
        return Optional.ofNullable(waitingSince);
    }

    /** What was said by the developer and by the user, where it is trusted; the loop itself adds nothing to it. */
    List<String> trustedTexts() {
        return trustedTexts;
    }

    /** Whether a waiting call had been taken up before this resumption. */
    boolean wasTakenUp(String callId) {
        return takenUpBefore.contains(callId);
    }

    /** How often in a row each call of the last finished step has given its result. */
    List<Integer> repetitions() {
        return repetition.times(lastFinishedCalls());
    }

    @Nullable StopReason finalTurnFor() {
        return finalTurnFor;
    }

    boolean isLooping() {
        return openCalls.stream().anyMatch(repetition::isLoop);
    }

    private boolean isStillWaiting(ApprovalRequest request) {
        return waiting(request.callId())
                .filter(before -> before.digest().equals(request.digest()))
                .isPresent();
    }

    private void closed() {
        openCalls = List.of();
        settledBesidePending = List.of();
        waiting = List.of();
        pendingApprovals = List.of();
    }

    /** The calls of the step before the open one. */
    private List<ToolCallPart> lastFinishedCalls() {
        List<Message> messages = messages();
        int end = messages.size();
        return end >= 3
                        && lastResults().size()
                                == messages.get(end - 3).toolCalls().size()
                ? messages.get(end - 3).toolCalls()
                : List.of();
    }

    private List<ToolResultPart> lastResults() {
        List<Message> messages = messages();
        return messages.get(messages.size() - 2).toolResults();
    }

    /** The one place where a run's messages come to be: what can not be kept has not been said. */
    private void append(Message message) {
        Label joined = label.join(message.label());
        if (kept != null) {
            keep(kept, message, joined);
        }
        log.append(message);
        label = joined;
    }

    /** A conversation that could not be written once holds something else than the run from then on. */
    private void keep(ConversationHistory conversation, Message message, Label joined) {
        kept = null;
        conversation.append(message, joined);
        kept = conversation;
    }
}
