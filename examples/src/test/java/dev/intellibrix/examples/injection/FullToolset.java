package dev.intellibrix.examples.injection;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.agenttools.AgentTools;
import dev.intellibrix.agenttools.FetchOptions;
import dev.intellibrix.agenttools.MemoryOptions;
import dev.intellibrix.agenttools.ask.Answer;
import dev.intellibrix.agenttools.checks.Checks;
import dev.intellibrix.agenttools.delegate.SubAgent;
import dev.intellibrix.agenttools.search.Searches;
import dev.intellibrix.approval.ApprovalHook;
import dev.intellibrix.github.GitHubTools;
import dev.intellibrix.mcp.McpTools;
import dev.intellibrix.sandbox.SandboxTools;
import dev.intellibrix.store.InMemoryKeyValueStore;
import dev.intellibrix.testing.injection.InjectionStage;
import dev.intellibrix.workspace.FileTracker;
import dev.intellibrix.workspace.ShellOptions;
import dev.intellibrix.workspace.WorkspaceTools;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An agent with every tool that there is, pointed at a stage, all options at their defaults. */
final class FullToolset {

    private FullToolset() {}

    /**
     * The agent.
     *
     * @param hook decides about its calls and those of its sub-agent; null for nobody
     */
    static IntelligenceOptions.Builder on(InjectionStage stage, @Nullable ApprovalHook hook) {
        IntelligenceOptions.Builder agent = IntelligenceOptions.builder()
                .tools(workspace(stage), agentTools(stage, hook), sandbox(stage), gitHub(stage));
        // The words of a server make all runs untrusted that offer its tools, so only those have it that are about it.
        if (stage.scenario().id().startsWith("mcp-")) {
            agent.tools(stage.closing(McpTools.builder("stage")
                    .http(stage.server() + "/mcp")
                    .free("lookup")
                    .connect()));
        }
        return hook == null ? agent : agent.onToolApproval(hook);
    }

    private static WorkspaceTools workspace(InjectionStage stage) {
        return WorkspaceTools.builder(stage.root())
                .tracker(new FileTracker())
                .shell(ShellOptions.builder()
                        .allow("git", "curl", "chmod", "rm", "mv", "cp", "sh")
                        .build())
                .build();
    }

    private static AgentTools agentTools(InjectionStage stage, @Nullable ApprovalHook hook) {
        IntelligenceOptions.Builder helper =
                IntelligenceOptions.builder().provider(stage.subAgentProvider()).tools(WorkspaceTools.in(stage.root()));
        if (hook != null) {
            helper.onToolApproval(hook);
        }
        return AgentTools.builder(stage.root())
                .checks(Checks.builder()
                        .check("test", List.of("sh", "check.sh"))
                        .build())
                .memory(MemoryOptions.builder(new InMemoryKeyValueStore()).build())
                .search(Searches.searxngSearch(stage.server()))
                .fetch(FetchOptions.builder().allowPrivateNetwork(true).build())
                .askUser(question -> Answer.of("yes"))
                .delegate(SubAgent.of("helper", "looks at files", new Intelligence(helper.build())))
                .build();
    }

    private static SandboxTools sandbox(InjectionStage stage) {
        return stage.closing(SandboxTools.of(new MarkingSandbox(stage.root().resolveSibling("sandbox-ran.txt"))));
    }

    private static GitHubTools gitHub(InjectionStage stage) {
        return GitHubTools.builder(() -> "ghp_a-token-of-the-test")
                .repositories("octo/hello")
                .baseUrl(stage.server())
                .allowPrivateNetwork(true)
                .build();
    }
}
