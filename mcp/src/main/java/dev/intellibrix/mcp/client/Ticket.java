package dev.intellibrix.mcp.client;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** One request of ours on its way. It goes along with the SDK's request as a value of its context. Thread-safe. */
final class Ticket {

    /** Gets what the server tells of its progress; on a thread of the link. */
    @FunctionalInterface
    interface ProgressListener {

        /** Nobody listens. */
        ProgressListener NONE = params -> {};

        /** The parameters of a notification. */
        void progress(ObjectNode params);
    }

    private static final AtomicLong TOKENS = new AtomicLong();

    private final String token = "intellibrix-" + TOKENS.incrementAndGet();
    private final ProgressListener listener;
    private volatile @Nullable String id;
    private volatile @Nullable ServerFailure failure;

    Ticket(ProgressListener listener) {
        this.listener = listener;
    }

    /** The SDK has given the request this id. */
    void sentAs(String requestId) {
        id = requestId;
    }

    /** The name by which the server tells of its progress. */
    String token() {
        return token;
    }

    boolean isKnownAs(String name) {
        return token.equals(name);
    }

    /** Its id; null for as long as it was not sent. */
    @Nullable String id() {
        return id;
    }

    /** Why there will be no answer. */
    void failed(ServerFailure why) {
        failure = why;
    }

    @Nullable ServerFailure failure() {
        return failure;
    }

    ProgressListener listener() {
        return listener;
    }
}
