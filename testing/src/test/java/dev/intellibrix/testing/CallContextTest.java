package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.RunResult;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.approval.Permission;
import dev.intellibrix.approval.Permissions;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.rules.InterceptRule;
import dev.intellibrix.rules.InterceptRules;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolContext;
import dev.intellibrix.tool.ToolException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What a tool, a person and a listener learn of a call. */
class CallContextTest {

    record Say(String text) {}

    private final Watcher watcher = new Watcher();

    private static Tool say(Consumer<ToolContext> look) {
        return Tool.define("say", Say.class)
                .description("Say something")
                .category(ToolCategory.EXECUTE)
                .commandText(Say::text)
                .execute((input, context) -> {
                    look.accept(context);
                    return "said " + input.text();
                });
    }

    private IntelligenceOptions.Builder options(Tool tool) {
        return IntelligenceOptions.builder()
                .provider(MockProvider.of(MockTurn.call("say", Map.of("text", "hello")), MockTurn.text("done")))
                .tools(tool)
                .onRunEvent(watcher);
    }

    private static ToolResultPart resultOf(RunResult run) {
        return run.messages().stream()
                .flatMap(message -> message.toolResults().stream())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aToolOfTheFirstAgentIsToldItsRunAndItsConversation() {
        AtomicReference<ToolContext> seen = new AtomicReference<>();
        RunResult run = new Intelligence(options(say(seen::set)).build())
                .conversation("c-1")
                .ask("go");

        assertThat(resultOf(run).text()).isEqualTo("said hello");
        assertThat(seen.get().runId()).isNotEmpty().isEqualTo(run.runId());
        assertThat(seen.get().rootRunId()).isEqualTo(run.runId());
        assertThat(seen.get().conversationId()).isEqualTo("c-1");
        assertThat(seen.get().agentPath()).isEmpty();
        assertThat(watcher.only(RunEvent.ToolStarted.class).inputJson()).isEqualTo("{\"text\":\"hello\"}");
    }

    @Test
    void workThatWaitsForAPersonCanNotWaitForOneAgainWithinItself() {
        RunResult run = new Intelligence(options(say(context -> {
                            try {
                                assertThat(context.<String>awaitPerson(() -> "yes"))
                                        .isEqualTo("yes");
                                assertThatThrownBy(() -> context.awaitPerson(() -> context.awaitPerson(() -> "no")))
                                        .isInstanceOf(IllegalStateException.class)
                                        .hasMessageContaining("awaitPerson");
                                assertThat(context.<String>awaitPerson(() -> "again"))
                                        .isEqualTo("again");
                            } catch (Exception e) {
                                throw new IllegalStateException(e);
                            }
                        }))
                        .build())
                .ask("go");

        assertThat(resultOf(run).text()).isEqualTo("said hello");
    }

    @Test
    void anEditIsShownWithEachReasonThatItHasAndNoneTwice() {
        InterceptRules rules = InterceptRules.none().with(InterceptRule.confirm("loud", "shout", "it is loud"));
        List<ApprovalRequest> seen = new ArrayList<>();
        new Intelligence(options(say(context -> {}))
                        .rules(rules)
                        .permissions(Permissions.none().with(ToolCategory.EXECUTE, Permission.ASK))
                        .onToolApproval(request -> {
                            seen.add(request);
                            seen.add(request.edited(Map.of("text", "shout")));
                            return ApprovalDecision.deny("only looking");
                        })
                        .build())
                .ask("go");

        assertThat(seen.get(0).reasons()).hasSize(1);
        assertThat(seen.get(1).reasons())
                .hasSize(2)
                .startsWith(seen.get(0).reasons().get(0));
        assertThat(seen.get(1).reasons().get(1).text()).isEqualTo("rule loud: it is loud");
    }

    @Test
    void aListenerIsToldWhatAPersonMadeOfTheInputAndHowLongItTook() {
        RunResult run = new Intelligence(options(say(context -> {}))
                        .trustPolicy((category, label) -> true)
                        .onToolApproval(request -> ApprovalDecision.edit(Map.of("text", "bye")))
                        .build())
                .ask("go");

        assertThat(resultOf(run).text()).endsWith("said bye");
        RunEvent.ApprovalResolved resolved = watcher.only(RunEvent.ApprovalResolved.class);
        assertThat(resolved.editedInputJson()).contains("{\"text\":\"bye\"}");
        assertThat(resolved.waited()).isBetween(Duration.ZERO, Duration.ofMinutes(10));
    }

    @Test
    void aListenerIsToldOfNoEditWhereNothingWasEdited() {
        new Intelligence(options(say(context -> {}))
                        .trustPolicy((category, label) -> true)
                        .onToolApproval(request -> ApprovalDecision.allow())
                        .build())
                .ask("go");

        assertThat(watcher.only(RunEvent.ApprovalResolved.class).editedInputJson())
                .isEqualTo(Optional.empty());
    }

    @Test
    void aFailureOfTheToolNamesNothingOfTheHost() {
        Tool failing = Tool.define("say", Say.class).description("Say").execute((input, context) -> {
            throw new IllegalStateException("jdbc:secret");
        });
        ToolResultPart result = resultOf(new Intelligence(options(failing).build()).ask("go"));

        assertThat(result.outcome()).isEqualTo(ToolOutcome.FAILED);
        assertThat(result.text()).isEqualTo("say failed: IllegalStateException");
        Tool telling = Tool.define("say", Say.class).description("Say").execute((input, context) -> {
            throw new ToolException("say it louder");
        });
        assertThat(resultOf(new Intelligence(options(telling).build()).ask("go"))
                        .text())
                .isEqualTo("say it louder");
    }
}
