package dev.intellibrix.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.ToolResultPart;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Schemas of a server that are small to say and large to check. */
@Timeout(120)
class SchemaAttackTest {

    @TempDir
    Path folder;

    private ToolResultPart call(ObjectNode schema, String text) {
        ObjectNode tool = Json.object().put("name", "echo").put("description", "x");
        tool.set("inputSchema", schema);
        try (McpTools tools = McpTools.builder("srv")
                .stdio(ScriptedServer.command(folder.resolve("notes"), "list", Json.write(tool), good()))
                .connectTimeout(Duration.ofSeconds(60))
                .connect()) {
            Runs runs = new Runs(tools);
            assertThat(runs.call("srv__good", "x").text())
                    .as("the other tools are there")
                    .isEqualTo("you said: x");
            return Runs.results(runs.run("srv__echo", Map.of("text", text))).get(0);
        }
    }

    private static String good() {
        return Json.write(ScriptedServer.tool("good", "Good", null));
    }

    private static ObjectNode object() {
        return Json.object().put("type", "object");
    }

    /** Each definition refers to the next one twice: two to the power of their number, when it is followed. */
    private static ObjectNode doubling(int levels) {
        ObjectNode schema = object();
        ObjectNode definitions = schema.putObject("$defs");
        for (int i = 0; i < levels; i++) {
            var both = definitions.putObject("d" + i).putArray("allOf");
            both.addObject().put("$ref", "#/$defs/d" + (i + 1));
            both.addObject().put("$ref", "#/$defs/d" + (i + 1));
        }
        definitions.putObject("d" + levels).put("type", "string");
        schema.putObject("properties").putObject("text").put("$ref", "#/$defs/d0");
        return schema;
    }

    @Test
    void referencesThatDoubleAreNoWork() {
        assertThat(call(doubling(100), "x").text()).isNotEqualTo("");
    }

    @Test
    void aReferenceToItselfIsNoWork() {
        ObjectNode schema = object();
        schema.putObject("$defs").putObject("a").put("$ref", "#/$defs/a");
        schema.putObject("properties").putObject("text").put("$ref", "#/$defs/a");

        assertThat(call(schema, "x").outcome().isError()).isTrue();
    }

    @Test
    void aPatternThatBacktracksIsNoWork() {
        ObjectNode schema = object();
        schema.putObject("properties").putObject("text").put("type", "string").put("pattern", "^(.*,){12}P(a+)+$");

        assertThat(call(schema, "a,".repeat(50_000)).outcome().isError()).isTrue();
    }

    @Test
    void aPatternThatGrowsIsNoWork() {
        ObjectNode schema = object();
        schema.putObject("properties")
                .putObject("text")
                .put("type", "string")
                .put("pattern", "((((a{30}){30}){30}){30}){30}");

        assertThat(call(schema, "a").outcome().isError()).isTrue();
    }

    @Test
    void aSchemaThatNestsIsNoWork() {
        ObjectNode schema = object();
        ObjectNode inner = schema.putObject("properties").putObject("text");
        for (int i = 0; i < 20; i++) {
            inner = inner.putObject("not");
        }
        assertThat(call(schema, "x").text()).isNotEmpty();
    }
}
