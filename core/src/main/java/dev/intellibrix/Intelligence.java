package dev.intellibrix;

import dev.intellibrix.approval.ApprovalAnswer;
import dev.intellibrix.internal.concurrent.Workers;
import dev.intellibrix.internal.gate.Toolbox;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
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
        launch(end, () -> {
            if (conversation == null) {
                run(message, runId, runId, control, end);
            } else {
                runInTurn(message, runId, control, conversation, end);
            }
        });
        return new Run(runId, control, end);
    }

    /**
     * Goes on with a suspended run and waits for its next end; see {@link #start(RunState, List)}.
     *
     * @throws ResumeException when the state or an answer is refused, or the run goes on elsewhere
     * @throws IntelligenceException when the provider is broken, or the store
     */
    public RunResult resume(RunState state, List<ApprovalAnswer> answers) {
        return start(state, answers).await();
    }

    /**
     * Goes on with a suspended run on a thread of its own, in this process or another one than it was suspended in. The run
     * keeps its id; its events begin with {@code run:started} again.
     *
     * <p>Approved calls run, denied ones get their denial, and those without an answer go on waiting, so that the run is
     * suspended again, with a new state. Calls that had ended are not run again, and the model is not asked again for what
     * it has said. The rules, the permissions and the schemas are asked anew, and whatever has become stricter counts; an
     * answer to a call of which something else has changed is void, and the call is asked about anew.
     *
     * <p>Every decision is acted on once: across processes when there is a {@linkplain IntelligenceOptions.Builder#store
     * store}, otherwise within this process. After a crash, an answer that was accepted counts without being handed in
     * again, and a call that had been started has the outcome {@code UNKNOWN}, unless its tool is {@linkplain
     * dev.intellibrix.tool.Tool.Builder#idempotent idempotent}.
     *
     * @param answers any number of answers, each to another call that waits
     * @throws ResumeException when the state or an answer is refused; nothing is run then
     * @throws IntelligenceException when the store is broken
     */
    public Run start(RunState state, List<ApprovalAnswer> answers) {
        Resumption resumption = Resumption.begin(state, List.copyOf(answers), options);
        RunControl control = new RunControl();
        CompletableFuture<RunResult> end = new CompletableFuture<>();
        CompletableFuture<RunResult> closed = end.whenComplete((result, failure) -> resumption.close());
        launch(end, () -> goOn(state.run(), control, end));
        return new Run(state.runId(), control, closed);
    }

    /** What a run's thread does first. */
    @FunctionalInterface
    private interface Beginning {
        void begin() throws Exception;
    }

    private static void launch(CompletableFuture<RunResult> end, Beginning run) {
        Workers.shared().execute(() -> {
            try {
                run.begin();
            } catch (Throwable e) {
                end.completeExceptionally(e);
            }
        });
    }

    private void goOn(SuspendedRun run, RunControl control, CompletableFuture<RunResult> end) throws Exception {
        Transcript transcript = new Transcript(run);
        Conversation conversation =
                run.conversationId().equals(run.runId()) ? null : conversation(run.conversationId());
        if (conversation == null || !isOurTurn(control, conversation)) {
            loop(run, transcript, control, (result, failure) -> settle(end, result, failure))
                    .run();
            return;
        }
        inTurn(conversation, () -> {
            boolean isNext = conversation.isAt(run);
            return loop(run, transcript, control, (result, failure) -> {
                boolean isOurs = isNext && !(failure instanceof ResumeException);
                endTurn(conversation, isOurs ? transcript : null);
                settle(end, result, failure);
            });
        });
    }

    private RunLoop loop(SuspendedRun run, Transcript transcript, RunControl control, RunLoop.End end) {
        return new RunLoop(
                options,
                Toolbox.of(options.tools()),
                run.runId(),
                run.conversationId(),
                transcript,
                control,
                run.runTime(),
                end);
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
        if (!isOurTurn(control, conversation)) {
            run(message, runId, conversation.id(), control, end);
            return;
        }
        Transcript transcript = transcript(conversation.history(), conversation.label(), message);
        inTurn(
                conversation,
                () -> loop(runId, conversation.id(), transcript, control, (result, failure) -> {
                    endTurn(conversation, transcript);
                    settle(end, result, failure);
                }));
    }

    /** Waits for the turn; false when the run was stopped while it waited, of which the loop tells. */
    private static boolean isOurTurn(RunControl control, Conversation conversation) throws Exception {
        try {
            return control.interruptibly(() -> {
                conversation.turn().acquire();
                return true;
            });
        } catch (InterruptedException e) {
            return false;
        }
    }

    /** Runs a loop whose end ends the turn. */
    private static void inTurn(Conversation conversation, Supplier<RunLoop> prepare) {
        RunLoop loop;
        try {
            loop = prepare.get();
        } catch (Throwable e) {
            conversation.turn().release();
            throw e;
        }
        loop.run();
    }

    private static void endTurn(Conversation conversation, @Nullable Transcript remembered) {
        try {
            if (remembered != null) {
                conversation.remember(remembered);
            }
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
        return new RunLoop(
                options, Toolbox.of(options.tools()), runId, conversationId, transcript, control, Duration.ZERO, end);
    }
}
