package dev.intellibrix.github;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** The tools on a server of the test, called as a model calls them: on the real loop, where a person allows everything. */
final class Desk implements AutoCloseable {

    static final String TOKEN = "ghp_thisIsTheTokenOfTheTest0123456789abcd";

    final FakeGitHub hub;
    final List<ApprovalRequest> asked = new CopyOnWriteArrayList<>();
    private GitHubTools tools;

    Desk() throws IOException {
        this.hub = new FakeGitHub();
        this.tools = builder().build();
    }

    GitHubTools.Builder builder() {
        return GitHubTools.builder(() -> TOKEN)
                .baseUrl(hub.origin())
                .allowPrivateNetwork(true)
                .repositories("octo/hello", "Team/*")
                .timeout(Duration.ofSeconds(60));
    }

    Desk with(GitHubTools.Builder builder) {
        tools = builder.build();
        return this;
    }

    Desk at(Clock clock) {
        return with(builder().clock(clock));
    }

    GitHubTools tools() {
        return tools;
    }

    ToolResultPart call(String tool, Map<String, ?> input) {
        return new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(MockTurn.call(tool, input), MockTurn.text("done")))
                        .tools(tools)
                        .onToolApproval(request -> {
                            asked.add(request);
                            return ApprovalDecision.allow();
                        })
                        .build())
                .ask("go").messages().stream()
                        .flatMap(message -> message.toolResults().stream())
                        .findFirst()
                        .orElseThrow();
    }

    String ok(String tool, Map<String, ?> input) {
        ToolResultPart result = call(tool, input);
        assertThat(result.outcome()).as(result.text()).isEqualTo(ToolOutcome.SUCCEEDED);
        return result.text();
    }

    /** What the model reads after a call that must fail: never a name of a class, never the token. */
    String error(String tool, Map<String, ?> input) {
        ToolResultPart result = call(tool, input);
        assertThat(result.outcome()).as(result.text()).isIn(ToolOutcome.FAILED, ToolOutcome.INVALID_INPUT);
        assertThat(result.text()).doesNotContain("java.", "Exception", TOKEN);
        return result.text();
    }

    static Map<String, Object> issue(int number) {
        return Map.of("repository", "octo/hello", "number", number);
    }

    @Override
    public void close() {
        hub.close();
    }
}
