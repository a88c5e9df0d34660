package dev.intellibrix.mcp.client;

import org.jspecify.annotations.Nullable;

/**
 * Carries messages to a server and back. What comes is bounded, whatever the server does, and no thread of a link keeps the JVM
 * alive. Thread-safe.
 */
interface Link extends AutoCloseable {

    /** Takes what a link has to tell, on its threads. */
    interface Receiver {

        /**
         * A message has come.
         *
         * @return the id of the request that it answers, or null
         */
        @Nullable String received(String json);

        /** A request will have no answer. */
        void failed(String id, ServerFailure why);

        /** The link is over: whatever waits will have no answer. */
        void closed(ServerFailure why);
    }

    /** Makes a link, for each connection a new one. */
    @FunctionalInterface
    interface Factory {
        Link make();
    }

    /**
     * Opens the link.
     *
     * @throws ServerFailure when there is nothing to talk to
     */
    void open(Receiver receiver) throws ServerFailure;

    /**
     * Sends a message without waiting for what becomes of it.
     *
     * @param id of the request; null for a message that has no answer
     * @throws ServerFailure when it can not be sent
     */
    void send(String json, @Nullable String id) throws ServerFailure;

    /** Nobody waits for this request any more. */
    void forget(String id);

    /** The protocol's version that both sides have agreed on. */
    void agreed(String version);

    /** What the server has said beside the protocol, such as its error output; one line at most, or an empty text. */
    default String lastWords() {
        return "";
    }

    /** Ends the link and all that belongs to it. Closing twice is the same as once. */
    @Override
    void close();
}
