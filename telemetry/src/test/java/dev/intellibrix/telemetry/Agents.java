package dev.intellibrix.telemetry;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.agenttools.delegate.DelegateTool;
import dev.intellibrix.agenttools.delegate.SubAgent;
import dev.intellibrix.event.RunListener;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.Trust;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolOutput;
import java.util.Map;

/** Agents with scripted models. */
final class Agents {

    record Page(String path) {}

    record Note(String text) {}

    private Agents() {}

    static IntelligenceOptions.Builder agent(RunListener listener, MockTurn... turns) {
        return IntelligenceOptions.builder()
                .provider(MockProvider.of(turns))
                .model("m-1")
                .tools(reader(), writer())
                .onRunEvent(listener);
    }

    /** An agent that can hand tasks to a worker, whose model does this. */
    static IntelligenceOptions.Builder boss(RunListener listener, Intelligence worker, MockTurn... turns) {
        return agent(listener, turns).tools(DelegateTool.of(SubAgent.of("worker", "works", worker)));
    }

    static Tool reader() {
        return Tool.define("read_page", Page.class)
                .description("Reads a page")
                .category(ToolCategory.READ)
                .resultTrust(Trust.UNTRUSTED)
                .execute((input, context) ->
                        ToolOutput.text("secret-of-page").from(Origin.of(Origin.Kind.FILE, input.path())));
    }

    static Tool writer() {
        return Tool.define("write_note", Note.class)
                .description("Writes a note")
                .category(ToolCategory.WRITE)
                .needsApproval()
                .execute((input, context) -> "written");
    }

    static MockTurn read(String path) {
        return MockTurn.call("read_page", Map.of("path", path));
    }

    static MockTurn write(String text) {
        return MockTurn.call("write_note", Map.of("text", text));
    }

    static MockTurn task(String task) {
        return MockTurn.call("delegate", Map.of("agent", "worker", "task", task));
    }
}
