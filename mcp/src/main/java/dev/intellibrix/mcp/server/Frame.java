package dev.intellibrix.mcp.server;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One message of JSON-RPC from a client. Reading is strict: no key twice, nothing after the end, no batch, parameters by name
 * only, an id that can be echoed. Fields that the protocol does not know are passed over, as it asks for.
 */
sealed interface Frame {

    /** The most characters of an id. */
    int MAX_ID = 256;

    /** The most values and keys: a small text can stand for a tree of many times its size. */
    int MAX_VALUES = 50_000;

    /** A request, which gets one answer. */
    record Request(JsonNode id, String method, ObjectNode params) implements Frame {}

    /** A notification, which gets none. */
    record Notification(String method, ObjectNode params) implements Frame {}

    /**
     * An answer to a request of ours.
     *
     * @param result the result; null when the answer is an error
     */
    record Answer(JsonNode id, @Nullable JsonNode result) implements Frame {}

    /**
     * Reads a message.
     *
     * @throws FrameFault when the bytes are not one message
     */
    static Frame read(byte[] utf8) throws FrameFault {
        if (hasTooManyValues(utf8)) {
            throw new FrameFault(Rpc.PARSE_ERROR, "a message has at most " + MAX_VALUES + " values and keys", null);
        }
        JsonNode node;
        try {
            node = Json.parse(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(utf8))
                    .toString());
        } catch (CharacterCodingException e) {
            throw new FrameFault(Rpc.PARSE_ERROR, "the message is not UTF-8", null);
        } catch (JsonFault e) {
            throw new FrameFault(Rpc.PARSE_ERROR, "the message is no JSON: " + e.getMessage(), null);
        }
        if (node.isArray()) {
            throw new FrameFault(Rpc.INVALID_REQUEST, "batches are not taken; send each message by itself", null);
        }
        if (!(node instanceof ObjectNode object)) {
            throw new FrameFault(Rpc.INVALID_REQUEST, "a message is a JSON object", null);
        }
        return read(object);
    }

    /** Counts what parts values, outside of texts; before anything is made of them. */
    private static boolean hasTooManyValues(byte[] utf8) {
        int values = 0;
        boolean inText = false;
        for (int i = 0; i < utf8.length && values <= MAX_VALUES; i++) {
            byte c = utf8[i];
            if (c == '"') {
                inText = !inText;
            } else if (inText && c == '\\') {
                i++;
            } else if (!inText && (c == ',' || c == ':' || c == '[' || c == '{')) {
                values++;
            }
        }
        return values > MAX_VALUES;
    }

    private static Frame read(ObjectNode message) throws FrameFault {
        JsonNode id = id(message);
        JsonNode method = message.get("method");
        JsonNode version = message.get("jsonrpc");
        if (version == null || !version.isString() || !version.stringValue().equals("2.0")) {
            throw new FrameFault(Rpc.INVALID_REQUEST, "jsonrpc must be \"2.0\"", id);
        }
        boolean answers = message.has("result") || message.has("error");
        if (method == null && answers && id != null && message.has("result") != message.has("error")) {
            return new Answer(id, message.get("result"));
        }
        if (method == null || !method.isString() || answers) {
            throw new FrameFault(Rpc.INVALID_REQUEST, "a message has either a method or, with an id, one result", id);
        }
        ObjectNode params = params(message, id);
        return id == null
                ? new Notification(method.stringValue(), params)
                : new Request(id, method.stringValue(), params);
    }

    private static @Nullable JsonNode id(ObjectNode message) throws FrameFault {
        JsonNode id = message.get("id");
        if (id == null) {
            return null;
        }
        boolean fits = id.isString() ? id.stringValue().length() <= MAX_ID : id.isIntegralNumber();
        if (!fits) {
            throw new FrameFault(
                    Rpc.INVALID_REQUEST,
                    "an id is a whole number or a text of at most " + MAX_ID + " characters",
                    null);
        }
        return id;
    }

    private static ObjectNode params(ObjectNode message, @Nullable JsonNode id) throws FrameFault {
        JsonNode params = message.get("params");
        if (params == null) {
            return Json.object();
        }
        if (params instanceof ObjectNode object) {
            return object;
        }
        throw new FrameFault(Rpc.INVALID_REQUEST, "params must be a JSON object", id);
    }
}
