package dev.intellibrix;

import dev.intellibrix.approval.ApprovalAnswer;
import dev.intellibrix.internal.concurrent.Workers;
import dev.intellibrix.internal.gate.Toolbox;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

    private static final Logger LOG = LoggerFactory.getLogger(Intelligence.class);

    private final IntelligenceOptions options;
    private final Conversations conversations;

    /**
     * An agent with these options.
     *
     * @throws IllegalArgumentException when two tools have one name
     */
    public Intelligence(IntelligenceOptions options) {
        this.options = options;
        this.conversations = new Conversations(options.store().orElse(null));
        Toolbox.of(options.tools());
    }

    /** The options. */
    public IntelligenceOptions options() {
        return options;
    }

    /**
     * The conversation of this id. It is kept in the {@linkplain IntelligenceOptions.Builder#store store}, where there is one,
     * and otherwise in memory for as long as this agent. All objects of one id have one queue of runs.
     */
    public Conversation conversation(String id) {
        return conversations.get(id, this::newConversation);
    }

    /**
     * A new conversation that goes on from messages which the application kept, such as {@link RunResult#messages()}; their
     * labels go on as well. System messages are left out, since each run has its own.
     *
     * @throws IllegalStateException when there is a conversation of this id
     * @throws ConversationConflictException when another process has begun it meanwhile
     * @throws dev.intellibrix.store.StoreException when the store cannot be read or written
     */
    public Conversation conversation(String id, List<Message> history) {
        Conversation conversation = newConversation(id);
        return conversations.addNew(conversation, () -> conversation.history().adopt(history));
    }

    private Conversation newConversation(String id) {
        return new Conversation(this, id, options.store().orElse(null));
    }

    /**
     * Asks for an answer of this type and waits for it. The model gives it by a tool of the name {@code final_answer}, so it is
     * checked against the schema of the type, and passes the gate, like the input of any tool, and a server that can decode an
     * input by its schema is asked to; a model that answers with a
     * text is told twice to call it, each time in a run with {@linkplain Limits limits} of its own. The text counts as trusted,
     * see {@link #ask(String)}.
     *
     * <p>A run that is suspended for an approval has no answer, and when it is resumed it goes on as one without a type.
     *
     * @param type a record, as it may be the input of a {@linkplain dev.intellibrix.tool.Tool#define tool}
     * @throws IllegalArgumentException when the type has a component without a JSON form, or there is another tool of that name
     * @throws IntelligenceException when the provider is broken
     */
    public <T extends Record> TypedResult<T> ask(String text, Class<T> type) {
        return ask(Message.user(text), type);
    }

    /**
     * Asks for an answer of this type, as {@link #ask(String, Class)} does, with a message that may be untrusted or have images and
     * files.
     *
     * @param message a message of the user
     * @param type a record, as it may be the input of a {@linkplain dev.intellibrix.tool.Tool#define tool}
     * @throws IllegalArgumentException when the type has a component without a JSON form, there is another tool of that name, or
     *     the message is of another role
     * @throws IntelligenceException when the provider is broken
     */
    public <T extends Record> TypedResult<T> ask(Message message, Class<T> type) {
        return new TypedAsk<>(options, type).ask(message);
    }

    @Override
    public Run start(Message message) {
        return start(message, null);
    }

    /** A run that knows all that was said in another one. */
    Run startAfter(RunResult before, Message message) {
        List<Message> history = before.messages().stream()
                .filter(each -> each.role() != Role.SYSTEM)
                .toList();
        return begin(message, (start, end) -> {
            Transcript transcript = transcript(history, before.label(), start);
            loop(start, start.runId(), transcript, (result, failure) -> settle(end, result, failure))
                    .run();
        });
    }

    Run start(Message message, @Nullable Conversation conversation) {
        if (message.role() != Role.USER) {
            throw new IllegalArgumentException("message must be of the role USER, but is of " + message.role());
        }
        if (conversation != null && Delegation.beginning() != null) {
            Delegation.requireNoTurnThatWaits(this);
        }
        return begin(message, (start, end) -> {
            if (conversation == null) {
                run(start, start.runId(), end);
            } else {
                runInTurn(start, conversation, end);
            }
        });
    }

    private Run begin(Message message, Body body) {
        Delegation task = Delegation.beginning();
        Message first = task == null ? message : task.handedOn(message);
        String runId = UUID.randomUUID().toString();
        RunListeners listeners = RunListeners.begin(
                runId, options.listeners(), task == null ? null : task.above().listeners());
        Start start = new Start(runId, first, listeners, new RunControl(), task);
        CompletableFuture<RunResult> end = new CompletableFuture<>();
        Run run = new Run(start.runId(), start.control(), end);
        if (task != null) {
            task.began(run);
        }
        launch(end, () -> body.run(start, end));
        return run;
    }

    /** Its options. */
    @Override
    public String toString() {
        return "Intelligence[" + options + "]";
    }

    /** What a new run does. */
    @FunctionalInterface
    private interface Body {
        void run(Start start, CompletableFuture<RunResult> end) throws Exception;
    }

    /**
     * What a run starts with.
     *
     * @param task what it is done for, when it is done for another run
     */
    private record Start(
            String runId,
            Message message,
            RunListeners listeners,
            RunControl control,
            @Nullable Delegation task) {}

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
     * <p>A run of a conversation goes on in its conversation, and from what that says of the run's calls: when it has their
     * results already, from these, and answers to the calls are refused. When the conversation has gone on further, with this
     * run or without it, the run is refused.
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
        if (Delegation.beginning() != null) {
            throw new IllegalStateException("a task of another run begins a run of its own, and resumes none");
        }
        Resumption resumption = Resumption.begin(state, List.copyOf(answers), options, this::conversation);
        RunListeners listeners = RunListeners.begin(state.runId(), options.listeners(), null);
        RunControl control = new RunControl();
        CompletableFuture<RunResult> end = new CompletableFuture<>();
        CompletableFuture<RunResult> closed = end.whenComplete((result, failure) -> resumption.close());
        launch(end, () -> goOn(state.run(), resumption, listeners, control, end));
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

    private void goOn(
            SuspendedRun run,
            Resumption resumption,
            RunListeners listeners,
            RunControl control,
            CompletableFuture<RunResult> end) {
        Conversation conversation = resumption.conversation();
        if (conversation == null) {
            Transcript transcript = new Transcript(run, resumption.takenUp());
            loop(run, listeners, transcript, control, (result, failure) -> settle(end, result, failure))
                    .run();
            return;
        }
        inTurn(conversation, () -> {
            Transcript transcript = new Transcript(run, resumption.takenUp());
            conversation.history().beginResumed(run, transcript);
            return loop(run, listeners, transcript, control, turnEnd(run.runId(), conversation, transcript, end));
        });
    }

    private RunLoop loop(
            SuspendedRun run, RunListeners listeners, Transcript transcript, RunControl control, RunLoop.End end) {
        return new RunLoop(
                options,
                Toolbox.of(options.tools()),
                run.runId(),
                run.conversationId(),
                listeners,
                transcript,
                control,
                Before.of(run, options.limits()),
                null,
                end);
    }

    /** A run that starts with nothing but its message. */
    private void run(Start start, String conversationId, CompletableFuture<RunResult> end) {
        Transcript transcript = transcript(List.of(), Label.TRUSTED, start);
        loop(start, conversationId, transcript, (result, failure) -> settle(end, result, failure))
                .run();
    }

    private void runInTurn(Start start, Conversation conversation, CompletableFuture<RunResult> end) throws Exception {
        if (!isOurTurn(start.control(), conversation)) {
            run(start, conversation.id(), end);
            return;
        }
        inTurn(conversation, () -> {
            ConversationHistory history = conversation.history();
            history.beginRun();
            Transcript transcript = transcript(history.messages(), history.label(), start);
            history.append(start.message(), transcript.label());
            transcript.keepIn(history);
            return loop(start, conversation.id(), transcript, turnEnd(start.runId(), conversation, transcript, end));
        });
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

    /** The end of a run's turn; when the run waits for a decision, the conversation has to know. */
    private static RunLoop.End turnEnd(
            String runId, Conversation conversation, Transcript transcript, CompletableFuture<RunResult> end) {
        return (result, failure) -> {
            try {
                transcript.keepSuspended(runId);
            } catch (RuntimeException | Error e) { // The run itself is whole, and can be resumed from its state.
                LOG.warn("conversation {} could not be told that its run waits", conversation.id(), e);
            } finally {
                conversation.turn().release();
            }
            settle(end, result, failure);
        };
    }

    private static void settle(
            CompletableFuture<RunResult> end, @Nullable RunResult result, @Nullable Throwable failure) {
        if (failure == null) {
            end.complete(result);
        } else {
            end.completeExceptionally(failure);
        }
    }

    private Transcript transcript(List<Message> history, Label label, Start start) {
        List<Message> messages = new ArrayList<>(history.size() + 2);
        options.system().ifPresent(text -> messages.add(Message.system(text)));
        messages.addAll(history);
        messages.add(start.message());
        return new Transcript(
                messages, start.task() == null ? label : label.join(start.task().label()));
    }

    private RunLoop loop(Start start, String conversationId, Transcript transcript, RunLoop.End end) {
        return new RunLoop(
                options,
                Toolbox.of(options.tools()),
                start.runId(),
                conversationId,
                start.listeners(),
                transcript,
                start.control(),
                Before.NOTHING,
                start.task(),
                end);
    }
}
