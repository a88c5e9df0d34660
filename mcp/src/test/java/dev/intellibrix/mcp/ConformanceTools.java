package dev.intellibrix.mcp;

import dev.intellibrix.message.Label;
import dev.intellibrix.message.MediaPart;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolOutput;
import dev.intellibrix.tool.ToolProvider;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** The tools that the official conformance suite calls by name, as far as tools of ours can do what it asks of them. */
final class ConformanceTools implements ToolProvider {

    private static final byte[] PNG = Base64.getDecoder()
            .decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");
    private static final byte[] WAV =
            Base64.getDecoder().decode("UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=");

    record Nothing() {}

    record Question(String message) {}

    @Override
    public List<Tool> tools() {
        return List.of(
                tool("test_simple_text", ToolOutput.text("This is a simple text response for testing.")),
                tool("test_image_content", ToolOutput.text("").with(media("image/png", "", PNG))),
                tool("test_audio_content", ToolOutput.text("").with(media("audio/wav", "", WAV))),
                tool(
                        "test_embedded_resource",
                        ToolOutput.text("").with(text("text/plain", "This is an embedded file."))),
                tool(
                        "test_multiple_content_types",
                        ToolOutput.text("Multiple content types test:")
                                .with(media("image/png", "", PNG))
                                .with(text("application/json", "{\"test\":\"data\",\"value\":123}"))),
                failing(),
                reporting(),
                tool("test_reconnection", ToolOutput.text("no stream was cut")),
                asking(),
                withSchema());
    }

    private static MediaPart media(String type, String name, byte[] bytes) {
        return MediaPart.of(type, name, bytes, Label.TRUSTED);
    }

    private static MediaPart text(String type, String text) {
        return media(type, "a file", text.getBytes(StandardCharsets.UTF_8));
    }

    private static Tool tool(String name, ToolOutput output) {
        return Tool.define(name, Nothing.class)
                .description("Gives the same each time")
                .execute((input, context) -> output);
    }

    private static Tool failing() {
        return Tool.define("test_error_handling", Nothing.class)
                .description("Fails")
                .execute((input, context) -> {
                    throw new ToolException("This tool intentionally returns an error for testing");
                });
    }

    private static Tool reporting() {
        return Tool.define("test_tool_with_progress", Nothing.class)
                .description("Tells how far it is")
                .execute((input, context) -> {
                    context.progress("beginning", 0);
                    context.progress("half done", 0.5);
                    context.progress("done", 1);
                    return "done";
                });
    }

    /** The suite's client answers with another form than ours, so this one is denied; what counts is that it is asked. */
    private static Tool asking() {
        return Tool.define("test_elicitation", Question.class)
                .description("Runs when the user allows it")
                .needsApproval()
                .execute((input, context) -> "allowed");
    }

    private static Tool withSchema() {
        return Tool.define(
                        "json_schema_2020_12_tool",
                        "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"type\":\"object\","
                                + "\"$defs\":{\"address\":{\"type\":\"object\",\"properties\":{"
                                + "\"street\":{\"type\":\"string\"},\"city\":{\"type\":\"string\"}}}},"
                                + "\"properties\":{\"name\":{\"type\":\"string\"},\"address\":{\"$ref\":\"#/$defs/address\"}},"
                                + "\"additionalProperties\":false}")
                .description("Tool with JSON Schema 2020-12 features")
                .execute((input, context) -> input);
    }
}
