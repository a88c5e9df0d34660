package dev.intellibrix.mcp.server;

import java.io.IOException;
import tools.jackson.databind.node.ObjectNode;

/** The way to a client while one of its requests is being answered. Thread-safe. */
@FunctionalInterface
interface Outbox {

    /**
     * Sends a message before the answer.
     *
     * @throws IOException when it does not reach the client
     */
    void send(ObjectNode message) throws IOException;
}
