package dev.intellibrix.provider;

import dev.intellibrix.message.Message;
import dev.intellibrix.tool.Cancellation;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** What a model is asked. Immutable. */
public final class ModelRequest {

    private final String model;
    private final List<Message> messages;
    private final List<ToolSpec> tools;
    private final ToolChoice toolChoice;
    private final @Nullable Integer maxOutputTokens;
    private final @Nullable Double temperature;
    private final @Nullable Instant deadline;
    private final Cancellation cancellation;

    private ModelRequest(Builder builder) {
        this.model = builder.model;
        this.messages = builder.messages;
        this.tools = builder.tools;
        this.toolChoice = builder.toolChoice;
        this.maxOutputTokens = builder.maxOutputTokens;
        this.temperature = builder.temperature;
        this.deadline = builder.deadline;
        this.cancellation = builder.cancellation;
    }

    /** A request to this model with these messages, which must not change any more. */
    public static Builder builder(String model, List<Message> messages) {
        return new Builder(model, messages);
    }

    /** The model's name; may be empty where the server has only one. */
    public String model() {
        return model;
    }

    /** The conversation so far, system messages included. Every tool call in it has its result. */
    public List<Message> messages() {
        return messages;
    }

    /** The tools that may be called. */
    public List<ToolSpec> tools() {
        return tools;
    }

    /** Whether a tool must be called. */
    public ToolChoice toolChoice() {
        return toolChoice;
    }

    /** The most tokens that the answer may have, where a limit is set. */
    public OptionalInt maxOutputTokens() {
        return maxOutputTokens == null ? OptionalInt.empty() : OptionalInt.of(maxOutputTokens);
    }

    /** The sampling temperature, where one is set. */
    public OptionalDouble temperature() {
        return temperature == null ? OptionalDouble.empty() : OptionalDouble.of(temperature);
    }

    /** When the answer must be there, where there is a limit. */
    public Optional<Instant> deadline() {
        return Optional.ofNullable(deadline);
    }

    /** Fires when nobody waits for the answer any more. */
    public Cancellation cancellation() {
        return cancellation;
    }

    /** A builder that starts with all of this request. */
    public Builder toBuilder() {
        Builder builder = new Builder(model, messages);
        builder.tools = tools;
        builder.toolChoice = toolChoice;
        builder.maxOutputTokens = maxOutputTokens;
        builder.temperature = temperature;
        builder.deadline = deadline;
        builder.cancellation = cancellation;
        return builder;
    }

    /** Collects a request. Not thread-safe. */
    public static final class Builder {

        private String model;
        private List<Message> messages;
        private List<ToolSpec> tools = List.of();
        private ToolChoice toolChoice = ToolChoice.AUTO;
        private @Nullable Integer maxOutputTokens;
        private @Nullable Double temperature;
        private @Nullable Instant deadline;
        private Cancellation cancellation = Cancellation.none();

        private Builder(String model, List<Message> messages) {
            this.model = Objects.requireNonNull(model, "model");
            this.messages = Objects.requireNonNull(messages, "messages");
        }

        /** Another model. */
        public Builder model(String name) {
            this.model = Objects.requireNonNull(name, "name");
            return this;
        }

        /** Other messages. */
        public Builder messages(List<Message> all) {
            this.messages = Objects.requireNonNull(all, "all");
            return this;
        }

        /** The tools that may be called. */
        public Builder tools(List<ToolSpec> all) {
            this.tools = List.copyOf(all);
            return this;
        }

        /** Whether a tool must be called. */
        public Builder toolChoice(ToolChoice choice) {
            this.toolChoice = Objects.requireNonNull(choice, "choice");
            return this;
        }

        /** The most tokens that the answer may have. */
        public Builder maxOutputTokens(@Nullable Integer count) {
            this.maxOutputTokens = count;
            return this;
        }

        /** The sampling temperature. */
        public Builder temperature(@Nullable Double value) {
            this.temperature = value;
            return this;
        }

        /** When the answer must be there. */
        public Builder deadline(@Nullable Instant instant) {
            this.deadline = instant;
            return this;
        }

        /** Tells the provider to stop. */
        public Builder cancellation(Cancellation signal) {
            this.cancellation = Objects.requireNonNull(signal, "signal");
            return this;
        }

        /** The request. */
        public ModelRequest build() {
            return new ModelRequest(this);
        }
    }
}
