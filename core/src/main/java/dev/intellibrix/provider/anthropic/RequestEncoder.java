package dev.intellibrix.provider.anthropic;

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
import dev.intellibrix.provider.wire.StrictSchema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import okhttp3.RequestBody;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes requests; what was written of a message and of a tool is kept for the next one. Thread-safe. */
final class RequestEncoder {

    private static final long MAX_CACHED_BYTES = 32L * 1024 * 1024;

    /** What the API does not take at the top of a schema. The gate still checks them. */
    private static final List<String> NOT_AT_THE_TOP = List.of("oneOf", "anyOf", "allOf");

    /** The models from before strict tools, which refuse a request with one. */
    private static final Pattern WITHOUT_STRICT =
            Pattern.compile("claude-(?:instant|[23]).*|claude-(?:sonnet|opus)-4(?:@.*|-[01](?:[-@].*)?|-20\\d{6}.*)?");

    private final EncodedCache<Message> messages;
    private final EncodedCache<ToolSpec> tools = new EncodedCache<>(RequestEncoder::encode, MAX_CACHED_BYTES);
    private final CacheMarks marks;
    private final int defaultMaxTokens;
    private final boolean stream;
    private final boolean strictTools;
    private final Map<String, JsonNode> extraBody;

    RequestEncoder(
            MessageEncoder encoder,
            CacheMarks marks,
            int defaultMaxTokens,
            boolean stream,
            boolean strictTools,
            Map<String, JsonNode> extraBody) {
        this.messages = new EncodedCache<>(encoder::encode, MAX_CACHED_BYTES);
        this.marks = marks;
        this.defaultMaxTokens = defaultMaxTokens;
        this.stream = stream;
        this.strictTools = strictTools;
        this.extraBody = extraBody;
    }

    RequestBody encode(ModelRequest request) {
        List<byte[]> system = new ArrayList<>();
        List<byte[]> said = new ArrayList<>();
        List<Boolean> isUsers = new ArrayList<>();
        for (Message message : request.messages()) {
            byte[] form = messages.get(message);
            if (form.length > 0 && message.role() == Role.SYSTEM) {
                system.add(form);
            } else if (form.length > 0) {
                said.add(form);
                isUsers.add(message.role() != Role.ASSISTANT);
            }
        }
        boolean mayBeStrict =
                strictTools && !WITHOUT_STRICT.matcher(request.model()).matches();
        List<byte[]> offered = new ArrayList<>(request.tools().stream()
                .map(tool -> tools.get(tool.withStrict(tool.strict() && mayBeStrict)))
                .toList());
        marks.mark(offered, system, said, isUsers);
        String head = Json.write(options(request));
        SegmentedBody.Builder body = SegmentedBody.builder().text(head.substring(0, head.length() - 1));
        addList(body, "tools", offered);
        addList(body, "system", system);
        return body.text(",\"messages\":[").list(said).text("]}").build();
    }

    private static void addList(SegmentedBody.Builder body, String name, List<byte[]> pieces) {
        if (!pieces.isEmpty()) {
            body.text(",\"" + name + "\":[").list(pieces).text("]");
        }
    }

    private ObjectNode options(ModelRequest request) {
        ObjectNode node = Json.object();
        if (!request.model().isEmpty()) {
            node.put("model", request.model());
        }
        node.put("max_tokens", request.maxOutputTokens().orElse(defaultMaxTokens));
        node.put("stream", stream);
        request.temperature().ifPresent(value -> node.put("temperature", value));
        if (!request.tools().isEmpty()) {
            addToolChoice(request.toolChoice(), node);
        }
        extraBody.forEach((name, value) -> ExtraFields.put(name, value, node));
        return node;
    }

    /** With thinking of the manual kind, the API refuses a choice that forces a call. */
    private void addToolChoice(ToolChoice choice, ObjectNode node) {
        boolean forces = choice.mode() == ToolChoice.Mode.REQUIRED || choice.mode() == ToolChoice.Mode.TOOL;
        JsonNode thinking = extraBody.get("thinking");
        if (forces && thinking != null && thinking.path("type").stringValue("").equals("enabled")) {
            return;
        }
        switch (choice.mode()) {
            case AUTO -> {}
            case NONE -> node.putObject("tool_choice").put("type", "none");
            case REQUIRED -> node.putObject("tool_choice").put("type", "any");
            case TOOL -> node.putObject("tool_choice").put("type", "tool").put("name", choice.toolName());
        }
    }

    private static byte[] encode(ToolSpec tool) {
        ObjectNode node = Json.object().put("name", tool.name());
        if (!tool.description().isBlank()) {
            node.put("description", tool.description());
        }
        ObjectNode schema = node.putObject("input_schema").put("type", "object");
        try {
            Json.parse(tool.inputSchema()).properties().forEach(field -> schema.set(field.getKey(), field.getValue()));
            if (tool.strict() && StrictSchema.ANTHROPIC.takes(schema)) {
                node.put("strict", true);
            }
        } catch (JsonFault e) {
            throw new IllegalArgumentException(
                    "inputSchema of the tool " + tool.name() + " is not JSON: " + e.getMessage(), e);
        }
        schema.remove(NOT_AT_THE_TOP);
        return Json.write(node).getBytes(StandardCharsets.UTF_8);
    }
}
