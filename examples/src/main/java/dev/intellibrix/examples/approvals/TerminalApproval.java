package dev.intellibrix.examples.approvals;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.RunResult;
import dev.intellibrix.brick.ChatRepl;
import dev.intellibrix.brick.TerminalBrick;
import dev.intellibrix.examples.support.ExampleModel;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.workspace.WorkspaceTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Asks a person at the terminal: yes, no, no with a reason, or another input. What is shown is the whole call, the trust of what
 * led to it and why it is asked about. Without a terminal the answer is no.
 */
public final class TerminalApproval {

    private TerminalApproval() {}

    /** Asks about one call, of a model that says the same whatever you answer, unless a real one is asked. */
    public static void main(String[] arguments) throws IOException {
        ExampleModel model = ExampleModel.orExit(arguments, TerminalApproval::scripted);
        Path root = layOut(Files.createTempDirectory("approval").toRealPath());
        TerminalBrick terminal = TerminalBrick.ofSystem();
        run(model, root, terminal);
        terminal.print("greeting.txt: " + Files.readString(root.resolve("greeting.txt")));
    }

    static Path layOut(Path root) throws IOException {
        Files.writeString(root.resolve("greeting.txt"), "Helo, world");
        return root;
    }

    static RunResult run(ExampleModel model, Path root, TerminalBrick terminal) {
        ChatRepl person = ChatRepl.on(terminal);
        Intelligence agent = new Intelligence(IntelligenceOptions.builder()
                .provider(model.provider())
                .model(model.name())
                .tools(WorkspaceTools.in(root))
                .onToolApproval(person)
                .onRunEvent(person)
                .build());
        return person.run(agent, "Mend the spelling in greeting.txt.");
    }

    static Provider scripted() {
        return MockProvider.of(
                MockTurn.call("read_file", Map.of("path", "greeting.txt")),
                MockTurn.call("write_file", Map.of("path", "greeting.txt", "content", "Hello, world")),
                MockTurn.text("I have done what you decided."));
    }
}
