package dev.intellibrix.provider.gemini;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Role;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ToolChoice;
import dev.intellibrix.provider.ToolSpec;
import dev.intellibrix.provider.wire.EncodedCache;
import dev.intellibrix.provider.wire.ExtraFields;
import dev.intellibrix.provider.wire.SegmentedBody;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import okhttp3.RequestBody;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes requests; what was written of a message and of a tool is kept for the next one. Thread-safe. */
final class RequestEncoder {

    private static final long MAX_CACHED_BYTES = 32L * 1024 * 1024;
    private static final String CONFIG = "generationConfig";

    private final Map<Dialect, EncodedCache<Message>> messages = new EnumMap<>(Dialect.class);
    private final EncodedCache<ToolSpec> tools = new EncodedCache<>(RequestEncoder::encode, MAX_CACHED_BYTES);
    private final Map<String, JsonNode> extraBody;

    RequestEncoder(String provider, Map<String, JsonNode> extraBody) {
        for (Dialect dialect : Dialect.values()) {
            messages.put(dialect, new EncodedCache<>(new MessageEncoder(provider, dialect)::encode, MAX_CACHED_BYTES));
        }
        this.extraBody = extraBody;
    }

    RequestBody encode(ModelRequest request) {
        EncodedCache<Message> forms = Objects.requireNonNull(messages.get(Dialect.of(request.model())));
        List<byte[]> system = new ArrayList<>();
        List<byte[]> contents = new ArrayList<>();
        for (Message message : request.messages()) {
            (message.role() == Role.SYSTEM ? system : contents).add(forms.get(message));
        }
        String head = Json.write(options(request));
        SegmentedBody.Builder body = SegmentedBody.builder().text(head.substring(0, head.length() - 1));
        if (head.length() > "{}".length()) {
            body.text(",");
        }
        if (system.stream().anyMatch(form -> form.length > 0)) {
            body.text("\"systemInstruction\":{\"parts\":[").list(system).text("]},");
        }
        if (!request.tools().isEmpty()) {
            body.text("\"tools\":[{\"functionDeclarations\":[")
                    .list(request.tools().stream().map(tools::get).toList())
                    .text("]}],");
        }
        return body.text("\"contents\":[").list(contents).text("]}").build();
    }

    private ObjectNode options(ModelRequest request) {
        ObjectNode node = Json.object();
        ObjectNode config = Json.object();
        request.maxOutputTokens().ifPresent(count -> config.put("maxOutputTokens", count));
        request.temperature().ifPresent(value -> config.put("temperature", value));
        extraBody.forEach((name, value) -> {
            if (name.equals(CONFIG)) {
                value.properties().forEach(field -> ExtraFields.put(field.getKey(), field.getValue(), config));
            } else {
                ExtraFields.put(name, value, node);
            }
        });
        if (!config.isEmpty()) {
            node.set(CONFIG, config);
        }
        if (!request.tools().isEmpty()) {
            addToolChoice(request.toolChoice(), node);
        }
        return node;
    }

    private static void addToolChoice(ToolChoice choice, ObjectNode node) {
        if (choice.mode() == ToolChoice.Mode.AUTO) {
            return;
        }
        ObjectNode config = node.putObject("toolConfig").putObject("functionCallingConfig");
        config.put("mode", choice.mode() == ToolChoice.Mode.NONE ? "NONE" : "ANY");
        if (choice.mode() == ToolChoice.Mode.TOOL) {
            config.putArray("allowedFunctionNames").add(choice.toolName());
        }
    }

    private static byte[] encode(ToolSpec tool) {
        ObjectNode node = Json.object().put("name", tool.name());
        if (!tool.description().isBlank()) {
            node.put("description", tool.description());
        }
        try {
            JsonNode schema = SchemaDialect.of(Json.parse(tool.inputSchema()));
            if (!SchemaDialect.isEmpty(schema)) {
                node.set("parametersJsonSchema", schema);
            }
        } catch (JsonFault e) {
            throw new IllegalArgumentException(
                    "inputSchema of the tool " + tool.name() + " is not JSON: " + e.getMessage(), e);
        }
        return Json.write(node).getBytes(StandardCharsets.UTF_8);
    }
}
