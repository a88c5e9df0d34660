package dev.intellibrix.examples.local;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.approval.ApprovalHook;
import dev.intellibrix.brick.ChatRepl;
import dev.intellibrix.brick.TerminalBrick;
import dev.intellibrix.event.RunListener;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.openai.OpenAiProvider;
import dev.intellibrix.provider.textcalls.TextToolCalls;
import dev.intellibrix.workspace.WorkspaceTools;
import java.nio.file.Path;

/**
 * Talks about the files of this folder with a model of a server on this machine, such as Ollama, llama.cpp or vLLM. The
 * model need not know what a tool is: its calls are read from its text, and each that writes is shown and waits for a yes.
 *
 * <pre>{@code examples/bin/run dev.intellibrix.examples.local.LocalModel http://localhost:11434/v1 qwen2.5-coder}</pre>
 */
public final class LocalModel {

    private static final String USAGE =
            "Usage: LocalModel BASE_URL MODEL, such as http://localhost:11434/v1 qwen2.5-coder";

    private LocalModel() {}

    /** Talks until there is no more input. */
    public static void main(String[] arguments) {
        if (arguments.length != 2) {
            System.err.println(USAGE);
            System.exit(2);
            return;
        }
        ChatRepl repl = ChatRepl.on(TerminalBrick.ofSystem());
        repl.chat(agent(arguments[0], arguments[1], Path.of(""), repl, repl).conversation("local"));
    }

    /** The agent. */
    static Intelligence agent(String baseUrl, String model, Path root, ApprovalHook hook, RunListener listener) {
        Provider server = OpenAiProvider.builder().baseUrl(baseUrl).build();
        return new Intelligence(IntelligenceOptions.builder()
                .provider(TextToolCalls.of(server))
                .model(model)
                .system("You help with the files of one folder. Read a file before you talk about it.")
                .tools(WorkspaceTools.in(root))
                .onToolApproval(hook)
                .onRunEvent(listener)
                .build());
    }
}
