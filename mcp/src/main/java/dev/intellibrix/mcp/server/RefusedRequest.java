package dev.intellibrix.mcp.server;

import tools.jackson.databind.node.ObjectNode;

/** An HTTP request that gets no further. */
final class RefusedRequest extends Exception {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient ObjectNode body;

    RefusedRequest(int status, ObjectNode body) {
        super(null, null, false, false);
        this.status = status;
        this.body = body;
    }

    RefusedRequest(int status, int code, String text) {
        this(status, Rpc.error(null, code, text));
    }

    /** The HTTP status. */
    int status() {
        return status;
    }

    /** What the client is told. */
    ObjectNode body() {
        return body;
    }
}
