package dev.intellibrix.examples.tooldriver;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.RunResult;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolProvider;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The tools of one folder and the conversation of all calls on them. Each call is an agent of its own, since each has a hook
 * of its own; the history goes from one to the next.
 */
final class Session {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final String name;
    private final SessionConfig config;
    private final List<Tool> tools;
    private List<Message> history = List.of();

    private Session(String name, SessionConfig config) {
        this.name = name;
        this.config = config;
        this.tools = config.providers().stream()
                .flatMap(provider -> provider.tools().stream())
                .toList();
    }

    static Session open(String name, JsonNode request) {
        Path root = Path.of(request.path("root").asString());
        return new Session(name, SessionConfig.of(root, request.path("config")));
    }

    Map<String, Object> tools() {
        List<Map<String, Object>> list = new ArrayList<>();
        for (Tool tool : tools) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("name", tool.name());
            entry.put("description", tool.description());
            entry.put("category", lower(tool.category()));
            entry.put("needsApproval", tool.needsApproval());
            entry.put("inputSchema", MAPPER.readTree(tool.inputSchema()));
            list.add(entry);
        }
        return answer("tools", list);
    }

    Map<String, Object> call(JsonNode call, JsonNode approve) {
        List<RunEvent> events = new CopyOnWriteArrayList<>();
        RunResult run = new Intelligence(options(call, approve, events))
                .conversation(name, history)
                .ask("Call the tool.");
        history = run.messages();
        ToolResultPart result = history.stream()
                .filter(message -> message.role() == Role.TOOL)
                .reduce((first, second) -> second)
                .orElseThrow(() -> new IllegalStateException("the call has no result: " + run.stopReason()))
                .toolResults()
                .get(0);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("ok", !result.outcome().isError());
        answer.put("output", result.text());
        answer.put("trust", lower(result.trust()));
        answer.put("events", events.stream().map(EventJson::of).toList());
        return answer;
    }

    private IntelligenceOptions options(JsonNode call, JsonNode approve, List<RunEvent> events) {
        MockProvider model = MockProvider.of(
                MockTurn.rawCall(
                        call.path("tool").asString(""),
                        MAPPER.writeValueAsString(call.path("input").isMissingNode() ? Map.of() : call.path("input"))),
                MockTurn.text("called"));
        IntelligenceOptions.Builder options = config.options()
                .provider(model)
                .tools(config.providers().toArray(new ToolProvider[0]))
                .onRunEvent(events::add);
        if (approve.isBoolean()) {
            boolean allowed = approve.booleanValue();
            options.onToolApproval(
                    request -> allowed ? ApprovalDecision.allow() : ApprovalDecision.deny("the caller said no"));
        } else if (approve.has("edit")) {
            Map<String, Object> edited = MAPPER.convertValue(approve.path("edit"), SessionConfig.OBJECT);
            options.onToolApproval(request -> ApprovalDecision.edit(edited));
        } else if (!approve.isMissingNode() && !"none".equals(approve.asString(""))) {
            throw new IllegalArgumentException("approve must be true, false, {\"edit\":{...}} or \"none\"");
        }
        return options.build();
    }

    private static Map<String, Object> answer(String key, Object value) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("ok", true);
        answer.put(key, value);
        return answer;
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
