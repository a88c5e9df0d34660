package dev.intellibrix.testing.injection;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** As much of the Model Context Protocol as a server of a few tools needs: one message in, one out. */
final class McpEndpoint {

    private McpEndpoint() {}

    /** The answer to a message; null when it wants none, and an empty text when it is no message. */
    static @Nullable String reply(String json, List<Plant.McpTool> tools) {
        JsonNode message;
        try {
            message = Json.parse(json);
        } catch (JsonFault e) {
            return "";
        }
        if (!message.has("id")) {
            return null;
        }
        ObjectNode reply = Json.object().put("jsonrpc", "2.0");
        reply.set("id", message.get("id"));
        reply.set("result", result(message.path("method").asString(""), message.path("params"), tools));
        return Json.write(reply);
    }

    private static JsonNode result(String method, JsonNode params, List<Plant.McpTool> tools) {
        return switch (method) {
            case "initialize" -> initialize(params);
            case "tools/list" -> list(tools);
            case "tools/call" -> call(params.path("name").asString(""), tools);
            default -> Json.object();
        };
    }

    private static JsonNode initialize(JsonNode params) {
        ObjectNode result = Json.object()
                .put("protocolVersion", params.path("protocolVersion").asString(""));
        result.putObject("capabilities").putObject("tools");
        result.putObject("serverInfo").put("name", "stage").put("version", "1");
        return result;
    }

    private static JsonNode list(List<Plant.McpTool> tools) {
        ObjectNode result = Json.object();
        ArrayNode list = result.putArray("tools");
        for (Plant.McpTool tool : tools) {
            ObjectNode definition = list.addObject().put("name", tool.name()).put("description", tool.description());
            definition.set("inputSchema", schema(tool));
        }
        return result;
    }

    private static JsonNode schema(Plant.McpTool tool) {
        return tool.inputSchema() == null ? Json.object().put("type", "object") : tool.inputSchema();
    }

    private static JsonNode call(String name, List<Plant.McpTool> tools) {
        ObjectNode result = Json.object();
        ObjectNode text = result.putArray("content").addObject().put("type", "text");
        for (Plant.McpTool tool : tools) {
            if (tool.name().equals(name)) {
                text.put("text", tool.result());
                return result.put("isError", tool.error());
            }
        }
        text.put("text", "There is no such tool.");
        return result.put("isError", true);
    }
}
