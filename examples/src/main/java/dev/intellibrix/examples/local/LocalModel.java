package dev.intellibrix.examples.local;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.approval.ApprovalHook;
import dev.intellibrix.brick.ChatRepl;
import dev.intellibrix.brick.TerminalBrick;
import dev.intellibrix.event.RunListener;
import dev.intellibrix.examples.support.ExampleModel;
import dev.intellibrix.provider.openai.OpenAiProvider;
import dev.intellibrix.provider.textcalls.TextToolCalls;
import dev.intellibrix.workspace.WorkspaceTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Talks about the files of this folder with a model of a server on this machine, such as Ollama, llama.cpp or vLLM. The
 * model need not know what a tool is: its calls are read from its text, and each that writes is shown and waits for a yes.
 *
 * <pre>{@code examples/bin/run dev.intellibrix.examples.local.LocalModel http://localhost:11434/v1 qwen2.5-coder}</pre>
 *
 * Without arguments, a recording of such a model answers one question.
 */
public final class LocalModel {

    static final String QUESTION = "Which port does the server listen on?";

    private static final String USAGE =
            "Usage: LocalModel BASE_URL MODEL, such as http://localhost:11434/v1 qwen2.5-coder";

    private LocalModel() {}

    /** Talks until there is no more input, or plays the recording. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 0 && arguments.length != 2) {
            System.err.println(USAGE);
            System.exit(2);
            return;
        }
        ChatRepl repl = ChatRepl.on(TerminalBrick.ofSystem());
        if (arguments.length == 0) {
            System.err.println("The model: a recording. " + USAGE);
            Path root = layOut(Files.createTempDirectory("local-model").toRealPath());
            ExampleModel model = new ExampleModel(ExampleModel.recordingOf(LocalModel.class), ExampleModel.RECORDED);
            repl.run(agent(model, root, repl, repl), QUESTION);
        } else {
            ExampleModel model = new ExampleModel(
                    OpenAiProvider.builder().baseUrl(arguments[0]).build(), arguments[1]);
            repl.chat(agent(model, Path.of(""), repl, repl).conversation("local"));
        }
    }

    static Path layOut(Path root) throws IOException {
        Files.writeString(root.resolve("server.properties"), "host=127.0.0.1\nport=8081\n");
        return root;
    }

    /** The agent. */
    static Intelligence agent(ExampleModel model, Path root, ApprovalHook hook, RunListener listener) {
        return new Intelligence(IntelligenceOptions.builder()
                .provider(TextToolCalls.of(model.provider()))
                .model(model.name())
                .system("You help with the files of one folder. Read a file before you talk about it.")
                .tools(WorkspaceTools.in(root))
                .onToolApproval(hook)
                .onRunEvent(listener)
                .build());
    }
}
