package dev.intellibrix;

import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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
        List<ToolCallPart> open = openCalls(messages);
        if (!open.isEmpty()) {
            Message results = closing != null ? closing : closed(open, ToolOutcome.UNKNOWN, BROKEN_OFF);
            append(results, label.join(results.label()));
        }
    }

    /** Starts with messages that the application kept, and with the trust of all of them; calls at their end that have no results were not approved. */
    void adopt(List<Message> given) {
        List<Message> kept = new ArrayList<>(withoutSystem(given));
        List<ToolCallPart> open = openCalls(kept);
        if (!open.isEmpty()) {
            kept.add(closed(open, ToolOutcome.NOT_EXECUTED, NOT_APPROVED));
        }
        append(
                kept,
                Stream.concat(given.stream(), kept.stream()).map(Message::label).reduce(label, Label::join));
    }

    /** Whether nothing was said here before. */
    boolean isEmpty() {
        refresh();
        return messages.isEmpty();
    }

    /** Whether the conversation went on without a suspended run, whose calls count as not approved, or as broken off, since. */
    boolean hasClosed(SuspendedRun run) {
        refresh();
        List<Message> said = withoutSystem(run.messages());
        return messages.size() > said.size()
                && messages.subList(0, said.size()).equals(said)
                && messages.get(said.size()).toolResults().stream().anyMatch(ConversationHistory::isClosing);
    }

    /**
     * Gets ready for a suspended run that goes on, when it is the last thing that happened here; where nothing has happened
     * yet, in another process without a common store, it is made so. From then on its calls may run at any moment.
     *
     * @return whether what the run says from now on belongs here
     * @throws ResumeException when the conversation has closed the run's calls
     */
    boolean beginResumed(SuspendedRun run) {
        if (hasClosed(run)) {
            throw ResumeException.conversationWentOn(run);
        }
        List<Message> said = withoutSystem(run.messages());
        if (messages.isEmpty()) {
            append(said, run.label());
            return true;
        }
        if (openCalls(messages).isEmpty() || !messages.equals(said)) {
            return false;
        }
        if (stored != null) {
            stored.reopen();
        }
        closing = null;
        return true;
    }

    /** Adds a message, first to the store. */
    void append(Message message, Label labelWithIt) {
        append(List.of(message), labelWithIt);
    }

    private void append(List<Message> added, Label labelWithThem) {
        if (added.isEmpty() && labelWithThem.equals(label)) {
            return; // A label counts without a message as well: a system message that is left out leaves its own.
        }
        if (stored != null) {
            stored.append(added, labelWithThem);
        }
        messages.addAll(added);
        label = labelWithThem;
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
            StoredConversation.Content there = stored.read();
            messages = there.messages();
            closing = there.closing().orElse(null);
            label = messages.stream().map(Message::label).reduce(there.label(), Label::join);
        }
    }

    private static List<Message> withoutSystem(List<Message> messages) {
        return messages.stream()
                .filter(message -> message.role() != Role.SYSTEM)
                .toList();
    }

    private static List<ToolCallPart> openCalls(List<Message> messages) {
        return messages.isEmpty()
                ? List.of()
                : messages.get(messages.size() - 1).toolCalls();
    }

    /** Whether a result is one that a conversation gives, and no run. */
    private static boolean isClosing(ToolResultPart result) {
        return (result.outcome() == ToolOutcome.NOT_EXECUTED && result.text().equals(NOT_APPROVED))
                || (result.outcome() == ToolOutcome.UNKNOWN && result.text().equals(BROKEN_OFF));
    }

    private static Message closed(List<ToolCallPart> calls, ToolOutcome outcome, String text) {
        return Message.toolResults(calls.stream()
                .map(call -> ToolResultPart.of(call, outcome, text))
                .toList());
    }
}
