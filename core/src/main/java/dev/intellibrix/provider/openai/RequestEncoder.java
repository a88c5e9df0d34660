package dev.intellibrix.provider.openai;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.message.Message;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ToolChoice;
import dev.intellibrix.provider.ToolSpec;
import dev.intellibrix.provider.wire.EncodedCache;
import dev.intellibrix.provider.wire.ExtraFields;
import dev.intellibrix.provider.wire.SegmentedBody;
import dev.intellibrix.provider.wire.StrictSchema;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import okhttp3.RequestBody;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes requests; what was written of a message and of a tool is kept for the next one. Thread-safe. */
final class RequestEncoder {

    private static final long MAX_CACHED_BYTES = 32L * 1024 * 1024;

    private final EncodedCache<Message> messages;
    private final EncodedCache<ToolSpec> tools = new EncodedCache<>(RequestEncoder::encode, MAX_CACHED_BYTES);
    private final String maxTokensField;
    private final boolean stream;
    private final boolean strictTools;
    private final Map<String, JsonNode> extraBody;

    RequestEncoder(
            MessageEncoder encoder,
            String maxTokensField,
            boolean stream,
            boolean strictTools,
            Map<String, JsonNode> extraBody) {
        this.messages = new EncodedCache<>(encoder::encode, MAX_CACHED_BYTES);
        this.maxTokensField = maxTokensField;
        this.stream = stream;
        this.strictTools = strictTools;
        this.extraBody = extraBody;
    }

    RequestBody encode(ModelRequest request) {
        String head = Json.write(options(request));
        SegmentedBody.Builder body = SegmentedBody.builder().text(head.substring(0, head.length() - 1));
        if (!request.tools().isEmpty()) {
            // A model of one's own tuning takes less of a schema.
            boolean mayBeStrict = strictTools && !request.model().startsWith("ft:");
            body.text(",\"tools\":[")
                    .list(request.tools().stream()
                            .map(tool -> tools.get(tool.withStrict(tool.strict() && mayBeStrict)))
                            .toList())
                    .text("]");
        }
        return body.text(",\"messages\":[")
                .list(request.messages().stream().map(messages::get).toList())
                .text("]}")
                .build();
    }

    private ObjectNode options(ModelRequest request) {
        ObjectNode node = Json.object();
        if (!request.model().isEmpty()) {
            node.put("model", request.model());
        }
        node.put("stream", stream);
        if (stream) {
            node.putObject("stream_options").put("include_usage", true);
        }
        request.maxOutputTokens().ifPresent(count -> node.put(maxTokensField, count));
        request.temperature().ifPresent(value -> node.put("temperature", value));
        if (!request.tools().isEmpty()) {
            addToolChoice(request.toolChoice(), node);
        }
        extraBody.forEach((name, value) -> ExtraFields.put(name, value, node));
        return node;
    }

    private static void addToolChoice(ToolChoice choice, ObjectNode node) {
        switch (choice.mode()) {
            case AUTO -> {}
            case NONE -> node.put("tool_choice", "none");
            case REQUIRED -> node.put("tool_choice", "required");
            case TOOL ->
                node.putObject("tool_choice")
                        .put("type", "function")
                        .putObject("function")
                        .put("name", choice.toolName());
        }
    }

    private static byte[] encode(ToolSpec tool) {
        ObjectNode node = Json.object().put("type", "function");
        ObjectNode function =
                node.putObject("function").put("name", tool.name()).put("description", tool.description());
        try {
            JsonNode schema = Json.parse(tool.inputSchema());
            function.set("parameters", schema);
            if (tool.strict() && StrictSchema.OPENAI.takes(schema)) {
                function.put("strict", true);
            }
        } catch (JsonFault e) {
            throw new IllegalArgumentException(
                    "inputSchema of the tool " + tool.name() + " is not JSON: " + e.getMessage(), e);
        }
        return bytes(Json.write(node));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
