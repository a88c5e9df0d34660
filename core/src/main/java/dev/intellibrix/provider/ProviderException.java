package dev.intellibrix.provider;

import dev.intellibrix.IntelligenceException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A model call that gave no whole turn: the connection failed, the provider answered with an error, or a stream broke off.
 * The message holds what the provider said, never a key.
 */
public final class ProviderException extends IntelligenceException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final boolean retryable;
    private final boolean emptyAnswer;
    private final String code;
    private final String partialText;
    private final transient @Nullable Duration retryAfter;

    private ProviderException(Builder builder) {
        super(builder.message, builder.cause);
        this.status = builder.status;
        this.retryable = builder.retryable;
        this.emptyAnswer = builder.emptyAnswer;
        this.code = builder.code;
        this.partialText = builder.partialText;
        this.retryAfter = builder.retryAfter;
    }

    /** Starts an exception with this message. */
    public static Builder builder(String message) {
        return new Builder(message);
    }

    /** The HTTP status, or 0 when there was none. */
    public int status() {
        return status;
    }

    /** Whether the same request may succeed when it is sent again. */
    public boolean isRetryable() {
        return retryable;
    }

    /** Whether the provider answered well but with nothing in it; worth one more try, and hardly a third. */
    public boolean isEmptyAnswer() {
        return emptyAnswer;
    }

    /** The provider's own code or type of the error, such as {@code context_length_exceeded}; may be empty. */
    public String code() {
        return code;
    }

    /** The text that had arrived before a stream broke off; empty when none had. */
    public String partialText() {
        return partialText;
    }

    /** How long the provider asks to wait before the next try. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /** Collects an exception. Not thread-safe. */
    public static final class Builder {

        private final String message;
        private @Nullable Throwable cause;
        private int status;
        private boolean retryable;
        private boolean emptyAnswer;
        private String code = "";
        private String partialText = "";
        private @Nullable Duration retryAfter;

        private Builder(String message) {
            this.message = message;
        }

        /** What led to it. */
        public Builder cause(@Nullable Throwable throwable) {
            this.cause = throwable;
            return this;
        }

        /** The HTTP status. */
        public Builder status(int code) {
            this.status = code;
            return this;
        }

        /** Whether the same request may succeed when it is sent again. */
        public Builder retryable(boolean may) {
            this.retryable = may;
            return this;
        }

        /** Whether the answer was a good one with nothing in it. */
        public Builder emptyAnswer(boolean empty) {
            this.emptyAnswer = empty;
            return this;
        }

        /** The provider's own code or type of the error. */
        public Builder code(String name) {
            this.code = name;
            return this;
        }

        /** The text that had arrived. */
        public Builder partialText(String text) {
            this.partialText = text;
            return this;
        }

        /** How long the provider asks to wait. */
        public Builder retryAfter(@Nullable Duration wait) {
            this.retryAfter = wait;
            return this;
        }

        /** The exception. */
        public ProviderException build() {
            return new ProviderException(this);
        }
    }
}
