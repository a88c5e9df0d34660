package dev.intellibrix;

import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was said in a conversation, without the system's messages, since each run has its own. It grows message by message as
 * a run goes on, so that a crash loses nothing that was kept. Used by one run at a time.
 */
final class ConversationHistory {

    private static final String NOT_APPROVED = "Not run (not_approved): nobody approved this call";
    private static final String BROKEN_OFF =
            "Unknown (broken_off): the run that made this call ended before its result was"
                    + " kept, so it may have run or not; look before you call it again";

    private final @Nullable StoredConversation stored;
    private List<Message> messages = new ArrayList<>();
    private Label label = Label.TRUSTED;
    private @Nullable Message closing;

    ConversationHistory(@Nullable StoredConversation stored) {
        this.stored = stored;
    }

    List<Message> messages() {
        return messages;
    }

    Label label() {
        return label;
    }

    /** Reads what others have written, and makes sure that all calls have results. */
    void beginRun() {
        refresh();
        List<ToolCallPart> open = openCalls();
        if (!open.isEmpty()) {
            Message results = closing != null ? closing : closed(open, ToolOutcome.UNKNOWN, BROKEN_OFF);
            append(results, label.join(results.label()));
        }
    }

    /** Starts with messages that the application kept, and with the trust of all of them; calls at their end that have no results were not approved. */
    void adopt(List<Message> given) {
        label = given.stream().map(Message::label).reduce(label, Label::join);
        given.stream().filter(message -> message.role() != Role.SYSTEM).forEach(message -> append(message, label));
        List<ToolCallPart> open = openCalls();
        if (!open.isEmpty()) {
            Message results = closed(open, ToolOutcome.NOT_EXECUTED, NOT_APPROVED);
            append(results, label.join(results.label()));
        }
    }

    /** Whether nothing was said here before. */
    boolean isEmpty() {
        refresh();
        return messages.isEmpty();
    }

    /**
     * Gets ready for a suspended run that goes on, when it is the last thing that happened here; where nothing has happened
     * yet, in another process without a common store, it is made so.
     *
     * @return whether what the run says from now on belongs here
     */
    boolean beginResumed(SuspendedRun run) {
        List<Message> said = run.messages().stream()
                .filter(message -> message.role() != Role.SYSTEM)
                .toList();
        if (isEmpty()) {
            said.forEach(message -> append(message, run.label()));
            return true;
        }
        return !openCalls().isEmpty() && messages.equals(said);
    }

    /** Adds a message, first to the store. */
    void append(Message message, Label labelWithIt) {
        if (stored != null) {
            stored.append(message, labelWithIt);
        }
        messages.add(message);
        label = labelWithIt;
        closing = null;
    }

    /** The run's calls wait for a decision; when the conversation goes on without one, they were not approved. */
    void suspend(Transcript run) {
        List<ToolResultPart> results = run.openCalls().stream()
                .map(call -> run.settledBesidePending().stream()
                        .filter(result -> result.callId().equals(call.id()))
                        .findFirst()
                        .orElseGet(() -> ToolResultPart.of(call, ToolOutcome.NOT_EXECUTED, NOT_APPROVED)))
                .toList();
        Message message = Message.toolResults(results);
        if (stored != null) {
            stored.suspend(message);
        }
        closing = message;
    }

    private void refresh() {
        if (stored != null && stored.isNews()) {
            messages = stored.read();
            closing = stored.readClosing().orElse(null);
            label = messages.stream().map(Message::label).reduce(stored.label(), Label::join);
        }
    }

    private List<ToolCallPart> openCalls() {
        return messages.isEmpty()
                ? List.of()
                : messages.get(messages.size() - 1).toolCalls();
    }

    private static Message closed(List<ToolCallPart> calls, ToolOutcome outcome, String text) {
        return Message.toolResults(calls.stream()
                .map(call -> ToolResultPart.of(call, outcome, text))
                .toList());
    }
}
