package dev.intellibrix;

import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * An agent that remembers: each run starts with what was said in the runs before it, and with their trust. Runs of one
 * conversation wait for each other, in the order in which they were started. Thread-safe.
 */
public final class Conversation implements Agent {

    private final Intelligence intelligence;
    private final String id;
    private final Semaphore turn = new Semaphore(1, true);
    private List<Message> history; // Guarded by turn.
    private Label label; // Guarded by turn.

    Conversation(Intelligence intelligence, String id, List<Message> history) {
        this.intelligence = intelligence;
        this.id = id;
        this.history = withoutSystem(history);
        this.label = history.stream().map(Message::label).reduce(Label.TRUSTED, Label::join);
        closeLastCalls(this.history);
    }

    /** The conversation's id. */
    public String id() {
        return id;
    }

    @Override
    public Run start(Message message) {
        return intelligence.start(message, this);
    }

    Semaphore turn() {
        return turn;
    }

    List<Message> history() {
        return history;
    }

    Label label() {
        return label;
    }

    /**
     * Whether a suspended run is the last thing that happened here, so that its going on belongs into the history. In
     * another process, where there is no history, it is.
     */
    boolean isAt(SuspendedRun run) {
        List<Message> messages = withoutSystem(run.messages());
        return history.isEmpty()
                || (history.size() == messages.size() + 1
                        && history.subList(0, messages.size()).equals(messages));
    }

    /** Takes over what a run has come to; calls that were left waiting are closed, so that the next run can go on. */
    void remember(Transcript transcript) {
        List<Message> messages = withoutSystem(transcript.messages());
        if (!transcript.openCalls().isEmpty()) {
            messages.add(Message.toolResults(closed(transcript)));
        }
        history = messages;
        label = transcript.label();
    }

    /** The messages of a suspended run end with calls that have no results; no provider takes them so. */
    private static void closeLastCalls(List<Message> messages) {
        List<ToolCallPart> open = messages.isEmpty()
                ? List.of()
                : messages.get(messages.size() - 1).toolCalls();
        if (!open.isEmpty()) {
            messages.add(Message.toolResults(
                    open.stream().map(Conversation::notApproved).toList()));
        }
    }

    private static ToolResultPart notApproved(ToolCallPart call) {
        return ToolResultPart.of(call, ToolOutcome.NOT_EXECUTED, "Not run (not_approved): nobody approved this call");
    }

    private static List<Message> withoutSystem(List<Message> messages) {
        List<Message> kept = new ArrayList<>(messages);
        kept.removeIf(message -> message.role() == Role.SYSTEM);
        return kept;
    }

    private static List<ToolResultPart> closed(Transcript transcript) {
        Map<String, ToolResultPart> settled = new HashMap<>();
        transcript.settledBesidePending().forEach(result -> settled.put(result.callId(), result));
        return transcript.openCalls().stream()
                .map(call -> settled.getOrDefault(call.id(), notApproved(call)))
                .toList();
    }
}
