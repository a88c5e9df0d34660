package dev.intellibrix.agenttools.ask;

import dev.intellibrix.agenttools.runs.RunCounts;
import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Range;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolContext;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolOutput;
import dev.intellibrix.tool.ToolProvider;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * {@code ask_user}: lets the model ask the person that it works for, in place of guessing. How a question is shown is the
 * application's to say. A question that nobody answers is unanswered: nothing here ever chooses. Thread-safe.
 *
 * <pre>{@code
 * AgentTools tools = AgentTools.builder(root)
 *         .askUser(question -> Answer.of(askHuman(question.describe())))
 *         .build();
 * }</pre>
 *
 * <p>Questions of a run and its sub-agents are put one after the other, and count together. The time that they take does not
 * count for the run's limits. An answer is as trusted as what led to the question, at most; its origin is the user.
 */
public final class AskUserTool implements ToolProvider {

    /** How long a question is at most, in characters. */
    public static final int MAX_QUESTION = 2_000;

    private static final Duration NO_LIMIT = Duration.ofDays(36_500); // A person takes the time that a person takes.
    private static final int MAX_TRIES = 3;
    private static final int MAX_WHY = 200;

    record Input(
            @Description("One question, with all that is needed to answer it") @Range(min = 1, max = MAX_QUESTION)
            String question,

            @Description("The answers to choose from, 2 to 20, each a short line; left out for an answer in words")
            @Range(max = Choices.MAX)
            Optional<List<String>> choices,

            @Description("Whether several of the choices may be taken, or none; the answer is a list then")
            Optional<Boolean> multiple,

            @Description("Whether an answer in other words than the choices is taken as well")
            Optional<Boolean> allowOther) {}

    private final QuestionHandler handler;
    private final int maxQuestions;
    private final @Nullable Duration timeout;
    private final RunCounts asked = new RunCounts();
    private final Tool tool;

    private AskUserTool(Builder builder) {
        this.handler = builder.handler;
        this.maxQuestions = builder.maxQuestions;
        this.timeout = builder.timeout;
        this.tool = Tool.define("ask_user", Input.class)
                .description(
                        "Ask the person you work for one question and wait for the answer. Use it where you can not"
                                + " find out yourself and a wrong guess costs more than the question. An unanswered question is"
                                + " neither a yes nor a no.")
                .category(ToolCategory.INTERACT)
                .timeout(NO_LIMIT)
                .idempotent()
                .execute(this::ask);
    }

    /** The tool with defaults for all options. */
    public static AskUserTool of(QuestionHandler handler) {
        return builder(handler).build();
    }

    /** Starts with the defaults. */
    public static Builder builder(QuestionHandler handler) {
        return new Builder(Objects.requireNonNull(handler, "handler"));
    }

    @Override
    public List<Tool> tools() {
        return List.of(tool);
    }

    private ToolOutput ask(Input input, ToolContext context) throws Exception {
        Choices choices = Choices.of(input.choices().orElse(List.of()));
        boolean hasChoices = !choices.written().isEmpty();
        if (input.question().isBlank()) {
            throw new ToolException("the question is blank");
        }
        if (input.multiple().orElse(false) && !hasChoices) {
            throw new ToolException("multiple is for a question with choices");
        }
        if (!asked.take(context.rootRunId(), maxQuestions)) {
            throw new ToolException("not asked: no more than " + maxQuestions + " questions are asked in a run; go on"
                    + " with what you know, or end and say what you need to know");
        }
        Question question = new Question(
                VisibleText.of(input.question()),
                choices.shown(),
                input.multiple().orElse(false),
                !hasChoices || input.allowOther().orElse(false),
                Optional.empty(),
                context.runId(),
                context.callId(),
                context.agentPath(),
                context.label());
        return context.awaitPerson(() -> put(question, choices));
    }

    /** Puts the question, and again when the answer is none to it. */
    private ToolOutput put(Question question, Choices choices) throws InterruptedException {
        AnswerCheck check = new AnswerCheck(question, choices);
        Question asking = question;
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Optional<ToolOutput> accepted = check.accept(answer(asking));
            if (accepted.isPresent()) {
                return accepted.get();
            }
            asking = question.again(check.problem());
        }
        return AnswerCheck.unanswered("there was no answer that fits the question");
    }

    /** Asks on a thread of its own, which can be left behind when it does not listen. */
    private Answer answer(Question question) throws InterruptedException {
        FutureTask<@Nullable Answer> task = new FutureTask<>(() -> handler.ask(question));
        Thread thread = new Thread(task, "intellibrix-question");
        thread.setDaemon(true);
        thread.start();
        try {
            Answer answer = timeout == null ? task.get() : task.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            return answer == null ? Answer.unanswered() : bounded(answer);
        } catch (TimeoutException e) {
            return Answer.unanswered("nobody answered in time");
        } catch (ExecutionException e) {
            throw new ToolException("not asked: the question could not be put to anybody", e.getCause());
        } finally {
            task.cancel(true);
        }
    }

    private static Answer bounded(Answer answer) {
        if (!(answer instanceof Answer.Unanswered unanswered)) {
            return answer;
        }
        String why = VisibleText.line(unanswered.why());
        return why.length() <= MAX_WHY ? Answer.unanswered(why) : Answer.unanswered(why.substring(0, MAX_WHY) + "...");
    }

    /** Collects options. Not thread-safe. */
    public static final class Builder {

        private final QuestionHandler handler;
        private int maxQuestions = 10;
        private @Nullable Duration timeout;

        private Builder(QuestionHandler handler) {
            this.handler = handler;
        }

        /**
         * How many questions a run may ask by this tool, its sub-agents included; 10 when not given. A run that is resumed in
         * another process begins to count anew.
         *
         * @throws IllegalArgumentException when it is not positive
         */
        public Builder maxQuestions(int count) {
            if (count < 1) {
                throw new IllegalArgumentException("count must be at least 1, but is " + count);
            }
            this.maxQuestions = count;
            return this;
        }

        /**
         * How long a question waits once it was put; it is unanswered after that. Without, it waits as long as it takes.
         *
         * @throws IllegalArgumentException when it is not positive, or longer than a hundred years
         */
        public Builder timeout(Duration duration) {
            if (duration.isZero() || duration.isNegative() || duration.compareTo(NO_LIMIT) > 0) {
                throw new IllegalArgumentException(
                        "duration must be positive and at most 100 years, but is " + duration);
            }
            this.timeout = duration;
            return this;
        }

        /** The tool. */
        public AskUserTool build() {
            return new AskUserTool(this);
        }
    }
}
