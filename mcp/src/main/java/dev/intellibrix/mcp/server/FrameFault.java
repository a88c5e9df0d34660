package dev.intellibrix.mcp.server;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a client sent is no message; the text is what it is told. */
final class FrameFault extends Exception {

    private static final long serialVersionUID = 1L;

    private final int code;
    private final transient @Nullable JsonNode id;

    FrameFault(int code, String text, @Nullable JsonNode id) {
        super(text, null, false, false);
        this.code = code;
        this.id = id;
    }

    /** The error code of JSON-RPC. */
    int code() {
        return code;
    }

    /** The id of the request, where it could be read. */
    @Nullable JsonNode id() {
        return id;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
