package dev.intellibrix.mcp.server;

import dev.intellibrix.internal.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes messages of JSON-RPC. */
final class Rpc {

    static final int PARSE_ERROR = -32700;
    static final int INVALID_REQUEST = -32600;
    static final int UNKNOWN_METHOD = -32601;
    static final int INVALID_PARAMS = -32602;
    static final int INTERNAL_ERROR = -32603;

    /** There is too much to do; the same request may succeed later. */
    static final int BUSY = -32000;

    /** The client has cancelled the request; sent only where the transport wants an answer all the same. */
    static final int CANCELLED = -32800;

    private Rpc() {}

    static ObjectNode result(JsonNode id, ObjectNode result) {
        ObjectNode message = message();
        message.set("id", id);
        message.set("result", result);
        return message;
    }

    /**
     * An error.
     *
     * @param id null where the request's id could not be read
     */
    static ObjectNode error(@Nullable JsonNode id, int code, String text) {
        ObjectNode message = message();
        message.set("id", id == null ? Json.object().nullNode() : id);
        message.putObject("error").put("code", code).put("message", text);
        return message;
    }

    static ObjectNode error(FrameFault fault) {
        return error(fault.id(), fault.code(), fault.text());
    }

    static ObjectNode request(String id, String method, ObjectNode params) {
        ObjectNode message = message().put("id", id).put("method", method);
        message.set("params", params);
        return message;
    }

    static ObjectNode notification(String method, ObjectNode params) {
        ObjectNode message = message().put("method", method);
        message.set("params", params);
        return message;
    }

    private static ObjectNode message() {
        return Json.object().put("jsonrpc", "2.0");
    }
}
