package dev.intellibrix.tool;

import dev.intellibrix.internal.access.ParsedArguments;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Trust;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Something that the model may call. Made by {@link #define}; immutable and safe for use by many runs at once, as long as
 * its function is.
 *
 * <pre>{@code
 * record DeleteFile(@Description("Path below the root") String path) {}
 *
 * Tool deleteFile = Tool.define("delete_file", DeleteFile.class)
 *         .description("Delete a file")
 *         .category(ToolCategory.WRITE)
 *         .needsApproval()
 *         .execute((input, context) -> Map.of("deleted", input.path()));
 * }</pre>
 */
public final class Tool implements ToolProvider {

    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_-]{1,64}");

    private final Definition<?> definition;

    private Tool(Definition<?> definition) {
        this.definition = definition;
    }

    /**
     * Starts a tool whose input is a record. Components that are {@code Optional} or {@code @Nullable} may be left out by
     * the model; {@link Description} and {@link Range} say more about one. On the module path, the package of a record that is
     * not public has to be open to {@code tools.jackson.databind}, also for records that a tool returns.
     *
     * @param name 1 to 64 letters, digits, underscores and dashes
     * @throws IllegalArgumentException when the name is not such a name, a component has a type without a JSON form,
     *     or the record's package is not open
     */
    public static <I extends Record> Builder<I> define(String name, Class<I> input) {
        return new Builder<>(name, InputType.of(input));
    }

    /**
     * Starts a tool whose input is described by a JSON Schema (2020-12) of an object. The function gets a deeply
     * unmodifiable map.
     *
     * @throws IllegalArgumentException when the name or the schema cannot be used
     */
    public static Builder<Map<String, Object>> define(String name, String jsonSchema) {
        return new Builder<>(name, InputType.of(jsonSchema));
    }

    /** The name that the model calls. */
    public String name() {
        return definition.name;
    }

    /** What the model is told about the tool. */
    public String description() {
        return definition.description;
    }

    /**
     * How far the description, the schema and the name are trusted. A run that offers a tool whose words come from outside has
     * read them before it has done anything.
     */
    public Label descriptionLabel() {
        return definition.descriptionLabel;
    }

    /** The JSON Schema of the input. */
    public String inputSchema() {
        return definition.input.schemaJson();
    }

    /** The category; where it depends on the input, the strictest that a call can have. */
    public ToolCategory category() {
        return definition.category;
    }

    /** Whether calls ask for approval by the tool's own setting: all of them, or those that a predicate picks. */
    public boolean needsApproval() {
        return definition.approval != null;
    }

    /** The trust of results by the tool's own declaration; a result is never trusted more than the call's arguments. */
    public Trust resultTrust() {
        return definition.resultTrust;
    }

    /** Whether a call may be started again after a crash, with the same call id. */
    public boolean isIdempotent() {
        return definition.idempotent;
    }

    /** How long a call may take, when the tool sets it. */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(definition.timeout);
    }

    @Override
    public List<Tool> tools() {
        return List.of(this);
    }

    /**
     * This tool with something else in the place of what it does. Its name, its schema and all that decides about a call stay, so
     * that a test can see what would be decided without anything being done.
     *
     * @param function gets the bound input
     */
    public <O> Tool withFunction(ToolFunction<Object, O> function) {
        return new Tool(definition.with(Objects.requireNonNull(function, "function")));
    }

    /**
     * Binds a call's arguments; for the gate alone, which no code outside of this SDK can stand in for.
     *
     * @throws ToolException when the arguments do not fit the schema, naming every violation with its JSON pointer
     */
    @SuppressWarnings("exports")
    public ToolInvocation bind(ParsedArguments arguments) {
        return BoundInvocation.of(definition, arguments.node());
    }

    @Override
    public String toString() {
        return "Tool[" + name() + "]";
    }

    /** What a builder collects, after it is complete. */
    static final class Definition<I> {
        final String name;
        final String description;
        final Label descriptionLabel;
        final InputType<I> input;
        final ToolCategory category;
        final @Nullable Function<? super I, ToolCategory> categoryOf;
        final @Nullable ApprovalPredicate<? super I> approval;
        final @Nullable BiFunction<? super I, ToolContext, List<String>> approvalNotes;
        final Trust resultTrust;
        final boolean idempotent;
        final @Nullable Duration timeout;
        final List<Function<? super I, List<Command>>> commands;
        final ToolFunction<? super I, ?> function;

        Definition(Builder<I> builder, String description, ToolFunction<? super I, ?> function) {
            this.name = builder.name;
            this.description = description;
            this.descriptionLabel = builder.descriptionLabel;
            this.input = builder.input;
            this.category = builder.category;
            this.categoryOf = builder.categoryOf;
            this.approval = builder.approval;
            this.approvalNotes = builder.approvalNotes;
            this.resultTrust = builder.resultTrust;
            this.idempotent = builder.idempotent;
            this.timeout = builder.timeout;
            this.commands = List.copyOf(builder.commands);
            this.function = function;
        }

        private Definition(Definition<I> from, ToolFunction<? super I, ?> function) {
            this.name = from.name;
            this.description = from.description;
            this.descriptionLabel = from.descriptionLabel;
            this.input = from.input;
            this.category = from.category;
            this.categoryOf = from.categoryOf;
            this.approval = from.approval;
            this.approvalNotes = from.approvalNotes;
            this.resultTrust = from.resultTrust;
            this.idempotent = from.idempotent;
            this.timeout = from.timeout;
            this.commands = from.commands;
            this.function = function;
        }

        Definition<I> with(ToolFunction<? super I, ?> other) {
            return new Definition<>(this, other);
        }
    }

    /**
     * Collects what a tool is; {@link #execute} completes it. Not thread-safe.
     *
     * @param <I> the input
     */
    public static final class Builder<I> {

        private final String name;
        private final InputType<I> input;
        private @Nullable String description;
        private Label descriptionLabel = Label.TRUSTED;
        private ToolCategory category = ToolCategory.OTHER;
        private @Nullable Function<? super I, ToolCategory> categoryOf;
        private @Nullable ApprovalPredicate<? super I> approval;
        private @Nullable BiFunction<? super I, ToolContext, List<String>> approvalNotes;
        private Trust resultTrust = Trust.TRUSTED;
        private boolean idempotent;
        private @Nullable Duration timeout;
        private final List<Function<? super I, List<Command>>> commands = new ArrayList<>();

        private Builder(String name, InputType<I> input) {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        "name must be 1 to 64 letters, digits, underscores and dashes, but is \"" + name + "\"");
            }
            this.name = name;
            this.input = input;
        }

        /** What the model is told about the tool; required. */
        public Builder<I> description(String text) {
            this.description = Objects.requireNonNull(text, "text");
            return this;
        }

        /**
         * How far the description, the schema and the name are trusted; fully when not given. Where they were not written by
         * the developer, every run that offers the tool is untrusted from its start.
         */
        public Builder<I> descriptionLabel(Label label) {
            this.descriptionLabel = Objects.requireNonNull(label, "label");
            return this;
        }

        /** The kind of effect; {@link ToolCategory#OTHER} when not given. */
        public Builder<I> category(ToolCategory kind) {
            this.category = Objects.requireNonNull(kind, "kind");
            this.categoryOf = null;
            return this;
        }

        /**
         * The kind of effect where it depends on the input.
         *
         * @param strictest the strictest that a call can have; also that of a call for which the function throws
         * @param ofCall the category of a particular call
         */
        public Builder<I> category(ToolCategory strictest, Function<? super I, ToolCategory> ofCall) {
            this.category = Objects.requireNonNull(strictest, "strictest");
            this.categoryOf = Objects.requireNonNull(ofCall, "ofCall");
            return this;
        }

        /** Every call needs approval. */
        public Builder<I> needsApproval() {
            return needsApproval((ignored, context) -> true);
        }

        /** The calls that the predicate picks need approval; one for which it throws does, too. */
        public Builder<I> needsApproval(ApprovalPredicate<? super I> predicate) {
            this.approval = Objects.requireNonNull(predicate, "predicate");
            return this;
        }

        /**
         * What somebody who is asked about a call has to know beside its input, such as the command that a name in it stands
         * for. Each note is shown as a text of its own, whoever wants the call approved.
         */
        public Builder<I> approvalNotes(BiFunction<? super I, ToolContext, List<String>> notes) {
            this.approvalNotes = Objects.requireNonNull(notes, "notes");
            return this;
        }

        /** {@link Trust#UNTRUSTED} for a tool that returns fetched or user-controlled content. */
        public Builder<I> resultTrust(Trust trust) {
            this.resultTrust = Objects.requireNonNull(trust, "trust");
            return this;
        }

        /** Starting a call a second time with the same {@link ToolContext#idempotencyKey} does no harm. */
        public Builder<I> idempotent() {
            this.idempotent = true;
            return this;
        }

        /** How long a call may take, in place of the agent's setting. */
        public Builder<I> timeout(Duration duration) {
            if (duration.isNegative() || duration.isZero()) {
                throw new IllegalArgumentException("duration must be positive, but is " + duration);
            }
            this.timeout = duration;
            return this;
        }

        /** Declares the program that a call starts, so that intercept rules see it. */
        public Builder<I> argv(Function<? super I, List<String>> argv) {
            Objects.requireNonNull(argv, "argv");
            return commands(value -> List.of(Command.argv(argv.apply(value))));
        }

        /** Declares the shell text that a call runs, so that intercept rules see it. */
        public Builder<I> commandText(Function<? super I, String> text) {
            Objects.requireNonNull(text, "text");
            return commands(value -> List.of(Command.text(text.apply(value))));
        }

        /** Declares all commands that a call runs, so that intercept rules see them. */
        public Builder<I> commands(Function<? super I, List<Command>> all) {
            commands.add(Objects.requireNonNull(all, "all"));
            return this;
        }

        /**
         * Completes the tool with what it does.
         *
         * @throws IllegalStateException without a description
         */
        public <O> Tool execute(ToolFunction<? super I, O> function) {
            Objects.requireNonNull(function, "function");
            String text = description;
            if (text == null || text.isBlank()) {
                throw new IllegalStateException("tool " + name + " needs a description: the model chooses by it");
            }
            return new Tool(new Definition<>(this, text, function));
        }
    }
}
