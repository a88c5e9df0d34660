package dev.intellibrix;

import dev.intellibrix.internal.concurrent.Workers;
import dev.intellibrix.internal.gate.Toolbox;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * A language model with tools that acts only where the application's policy lets it.
 *
 * <p>Each {@link #ask} is a run of its own that remembers nothing of the others; {@link #conversation} gives an agent that
 * does. Thread-safe and without state of any run: one instance serves many runs at once, and needs no closing.
 *
 * <pre>{@code
 * Intelligence intelligence = new Intelligence(IntelligenceOptions.builder()
 *         .provider(OpenAiProvider.of(apiKey))
 *         .model("gpt-5")
 *         .tools(WorkspaceTools.in(root))
 *         .onToolApproval(call -> askHuman(call.describe()))
 *         .build());
 * RunResult result = intelligence.ask("What does this project do?");
 * }</pre>
 */
public final class Intelligence implements Agent {

    private final IntelligenceOptions options;
    private final ConcurrentMap<String, Conversation> conversations = new ConcurrentHashMap<>();

    /**
     * An agent with these options.
     *
     * @throws IllegalArgumentException when two tools have one name
     */
    public Intelligence(IntelligenceOptions options) {
        this.options = options;
        Toolbox.of(options.tools());
    }

    /** The options. */
    public IntelligenceOptions options() {
        return options;
    }

    /** The conversation of this id; the same one for the same id. Kept in memory for as long as this agent. */
    public Conversation conversation(String id) {
        return conversations.computeIfAbsent(id, key -> new Conversation(this, key, List.of()));
    }

    /**
     * A new conversation that goes on from messages which the application kept, such as {@link RunResult#messages()}; their
     * labels go on as well. System messages are left out, since each run has its own.
     *
     * @throws IllegalStateException when there is a conversation of this id
     */
    public Conversation conversation(String id, List<Message> history) {
        Conversation conversation = new Conversation(this, id, history);
        if (conversations.putIfAbsent(id, conversation) != null) {
            throw new IllegalStateException("there is a conversation " + id + " already");
        }
        return conversation;
    }

    @Override
    public Run start(Message message) {
        return start(message, null);
    }

    Run start(Message message, @Nullable Conversation conversation) {
        if (message.role() != Role.USER) {
            throw new IllegalArgumentException("message must be of the role USER, but is of " + message.role());
        }
        String runId = UUID.randomUUID().toString();
        RunControl control = new RunControl();
        CompletableFuture<RunResult> end = new CompletableFuture<>();
        Workers.shared().execute(() -> {
            try {
                if (conversation == null) {
                    run(message, runId, runId, control, end);
                } else {
                    runInTurn(message, runId, control, conversation, end);
                }
            } catch (Throwable e) {
                end.completeExceptionally(e);
            }
        });
        return new Run(runId, control, end);
    }

    /** A run that starts with nothing but its message. */
    private void run(
            Message message,
            String runId,
            String conversationId,
            RunControl control,
            CompletableFuture<RunResult> end) {
        Transcript transcript = transcript(List.of(), Label.TRUSTED, message);
        loop(runId, conversationId, transcript, control, (result, failure) -> settle(end, result, failure))
                .run();
    }

    private void runInTurn(
            Message message,
            String runId,
            RunControl control,
            Conversation conversation,
            CompletableFuture<RunResult> end)
            throws Exception {
        try {
            control.interruptibly(() -> {
                conversation.turn().acquire();
                return true;
            });
        } catch (InterruptedException e) {
            run(message, runId, conversation.id(), control, end); // It was stopped while it waited; the loop says so.
            return;
        }
        Transcript transcript = transcript(conversation.history(), conversation.label(), message);
        RunLoop loop;
        try {
            loop = loop(runId, conversation.id(), transcript, control, (result, failure) -> {
                endTurn(conversation, transcript);
                settle(end, result, failure);
            });
        } catch (Throwable e) {
            conversation.turn().release();
            throw e;
        }
        loop.run();
    }

    private static void endTurn(Conversation conversation, Transcript transcript) {
        try {
            conversation.remember(transcript);
        } finally {
            conversation.turn().release();
        }
    }

    private static void settle(
            CompletableFuture<RunResult> end, @Nullable RunResult result, @Nullable Throwable failure) {
        if (failure == null) {
            end.complete(result);
        } else {
            end.completeExceptionally(failure);
        }
    }

    private Transcript transcript(List<Message> history, Label label, Message message) {
        List<Message> messages = new ArrayList<>(history.size() + 2);
        options.system().ifPresent(text -> messages.add(Message.system(text)));
        messages.addAll(history);
        messages.add(message);
        return new Transcript(messages, label);
    }

    private RunLoop loop(
            String runId, String conversationId, Transcript transcript, RunControl control, RunLoop.End end) {
        return new RunLoop(options, Toolbox.of(options.tools()), runId, conversationId, transcript, control, end);
    }
}
