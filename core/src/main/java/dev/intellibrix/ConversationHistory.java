package dev.intellibrix;

import dev.intellibrix.internal.gate.Journal;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.store.KeyValueStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    private final @Nullable KeyValueStore store;
    private final @Nullable StoredConversation stored;
    private List<Message> messages = new ArrayList<>();
    private Label label = Label.TRUSTED;
    private @Nullable Closing closing;

    /**
     * What is to be said of calls that wait for a decision, when the conversation goes on without one.
     *
     * @param runId the run that waits
     * @param results those that are known, and for the other calls that they were not approved
     */
    record Closing(String runId, Message results) {}

    ConversationHistory(@Nullable KeyValueStore store, String id) {
        this.store = store;
        this.stored = store == null ? null : new StoredConversation(store, id);
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
            Message results = closing == null ? closed(open, ToolOutcome.UNKNOWN, BROKEN_OFF) : closed(open, closing);
            append(results, label.join(results.label()));
        }
    }

    /** A call is only said not to run when nobody can start it any more; of one that was taken up, what the journal knows. */
    private Message closed(List<ToolCallPart> open, Closing closing) {
        Journal journal = Journal.of(store, closing.runId());
        List<ToolResultPart> results = new ArrayList<>();
        for (ToolCallPart call : open) {
            ToolResultPart known = resultOf(call, closing.results().toolResults())
                    .orElseGet(() -> ToolResultPart.of(call, ToolOutcome.UNKNOWN, BROKEN_OFF));
            results.add(known.outcome() == ToolOutcome.NOT_EXECUTED ? journal.close(call, "", known) : known);
        }
        return Message.toolResults(results);
    }

    /**
     * Starts with messages that the application kept, and with the trust of all of them; calls at their end that have no
     * results were not approved.
     */
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

    /** How what was said here stands to a suspended run of this conversation. */
    Standing standing(SuspendedRun run) {
        refresh();
        Standing standing = Standing.of(messages, withoutSystem(run.messages()));
        boolean another = closing != null && !closing.runId().equals(run.runId());
        return standing == Standing.WAITING && another ? Standing.WENT_ON : standing;
    }

    /**
     * Lets a suspended run go on here: where nothing has happened yet, what it has said is brought in; where its calls do not
     * wait any more, it goes on from their results. What it says from then on is kept here.
     *
     * @throws ResumeException when the conversation has gone on since
     */
    void beginResumed(SuspendedRun run, Transcript transcript) {
        Standing standing = standing(run);
        if (standing == Standing.WENT_ON) {
            throw ResumeException.conversationWentOn(run);
        }
        if (standing == Standing.EMPTY) {
            append(withoutSystem(run.messages()), label.join(run.label()));
        }
        if (standing == Standing.CLOSED) {
            transcript.recordKnown(messages.get(messages.size() - 1));
        }
        transcript.keepIn(this);
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
    void suspend(String runId, Transcript run) {
        List<ToolResultPart> results = run.openCalls().stream()
                .map(call -> resultOf(call, run.settledBesidePending())
                        .orElseGet(() -> ToolResultPart.of(call, ToolOutcome.NOT_EXECUTED, NOT_APPROVED)))
                .toList();
        Closing waiting = new Closing(runId, Message.toolResults(results));
        if (stored != null) {
            stored.suspend(waiting);
        }
        closing = waiting;
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

    private static Optional<ToolResultPart> resultOf(ToolCallPart call, List<ToolResultPart> results) {
        return results.stream()
                .filter(result -> result.callId().equals(call.id()))
                .findFirst();
    }

    private static Message closed(List<ToolCallPart> calls, ToolOutcome outcome, String text) {
        return Message.toolResults(calls.stream()
                .map(call -> ToolResultPart.of(call, outcome, text))
                .toList());
    }
}
