package dev.intellibrix.agenttools.search;

import dev.intellibrix.tool.ToolException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Why a search service gave no results, in words for the model. The message must hold no key. */
public final class SearchException extends ToolException {

    private static final long serialVersionUID = 1L;

    /** The kinds of reasons. */
    public enum Kind {
        /** The key is missing, wrong, or not for this service. */
        KEY,
        /** What the account may use is used up. */
        QUOTA,
        /** The service could not make sense of the query. */
        QUERY,
        /** The service was asked too often; later it may answer. */
        RATE,
        /** The service is set up so that it does not answer programs. */
        SETUP,
        /** The service cannot be reached, has a fault, or its sources did not answer. */
        UNAVAILABLE,
        /** What came is no answer of such a service. */
        ANSWER
    }

    private final Kind kind;
    private final transient @Nullable Duration retryAfter;

    /** A reason. */
    public SearchException(Kind kind, String message) {
        this(kind, message, null, null);
    }

    /** A reason that something else led to; of the cause the model is told nothing. */
    public SearchException(Kind kind, String message, Throwable cause) {
        this(kind, message, null, cause);
    }

    private SearchException(Kind kind, String message, @Nullable Duration retryAfter, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = Objects.requireNonNull(kind, "kind");
        this.retryAfter = retryAfter;
    }

    /**
     * Being asked too often.
     *
     * @param retryAfter how long to wait, as the service says
     */
    public static SearchException rate(String message, Duration retryAfter) {
        return new SearchException(Kind.RATE, message, Objects.requireNonNull(retryAfter, "retryAfter"), null);
    }

    /** What kind of reason it is. */
    public Kind kind() {
        return kind;
    }

    /** How long to wait before the service is asked again, where it says so. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
