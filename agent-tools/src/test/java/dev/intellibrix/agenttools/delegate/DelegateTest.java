package dev.intellibrix.agenttools.delegate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.intellibrix.Agent;
import dev.intellibrix.Delegation;
import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.Run;
import dev.intellibrix.RunResult;
import dev.intellibrix.StopReason;
import dev.intellibrix.agenttools.AgentTools;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import dev.intellibrix.provider.FinishReason;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tasks, answers and failures of sub-agents, as the model that handed them on reads them. */
@Timeout(120)
class DelegateTest {

    @TempDir
    Path folder;

    private static Intelligence answering(String text) {
        return new Intelligence(IntelligenceOptions.builder()
                .provider(MockProvider.of(MockTurn.text(text)))
                .build());
    }

    @Test
    void handsOnATaskAndBringsBackTheAnswer() {
        Team team = Team.withBoss(Team.task("count the lines"), MockTurn.text("done"))
                .worker(MockTurn.text("42"));
        RunResult run = team.ask(team.workerOptions().system("You count."));

        assertThat(run.stopReason()).isEqualTo(StopReason.ANSWERED);
        ToolResultPart result = Team.result(run);
        assertThat(result.outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
        assertThat(result.text()).isEqualTo("42");
        assertThat(result.label().trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(result.label().origins()).containsExactly(Origin.of(Origin.Kind.SUB_AGENT, "worker"));
        assertThat(team.workerModel.takeRequest().messages())
                .extracting(Message::text)
                .containsExactly("You count.", "count the lines");
    }

    @Test
    void isAmongTheToolsOnlyWhenThereAreAgents() {
        assertThat(AgentTools.in(folder).tools()).extracting(Tool::name).doesNotContain("delegate");

        Tool tool = AgentTools.builder(folder)
                .delegate(SubAgent.of("reviewer", "reviews a diff", answering("ok")))
                .build()
                .tools()
                .stream()
                .filter(each -> each.name().equals("delegate"))
                .findFirst()
                .orElseThrow();
        assertThat(tool.category()).isEqualTo(ToolCategory.DELEGATE);
        assertThat(tool.needsApproval()).isFalse();
        assertThat(tool.resultTrust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(tool.description()).contains("- reviewer: reviews a diff");
    }

    @Test
    void de14AnUnknownAgentIsAnErrorWithTheNames() {
        Team team = Team.withBoss(
                MockTurn.call("delegate", Map.of("agent", "nope", "task", "look")), MockTurn.text("done"));
        RunResult run = new Intelligence(team.bossOptions(
                                SubAgent.of("reviewer", "reviews", answering("a")),
                                SubAgent.of("tester", "tests", answering("b")))
                        .build())
                .ask("go");

        assertThat(Team.result(run).outcome()).isEqualTo(ToolOutcome.INVALID_INPUT);
        assertThat(Team.result(run).text()).contains("/agent", "reviewer", "tester");
    }

    @Test
    void aBlankTaskIsAnError() {
        Team team = Team.withBoss(Team.task(" \n"), MockTurn.text("done"));
        RunResult run = team.ask(team.workerOptions());

        assertThat(Team.result(run).outcome()).isEqualTo(ToolOutcome.FAILED);
        assertThat(Team.result(run).text()).contains("blank");
        assertThat(team.workerModel.requests()).isEmpty();
    }

    static Stream<Arguments> endings() {
        return Stream.of(
                Arguments.of(MockTurn.text(" "), "worker ended without an answer"),
                Arguments.of(
                        MockTurn.text("half").finishing(FinishReason.LENGTH),
                        "worker was cut off by the output limit of its model; this is no whole answer, but what it had"
                                + " said:\nhalf"),
                Arguments.of(
                        MockTurn.text("I will not").finishing(FinishReason.REFUSAL),
                        "worker refused the task; this is no whole answer, but what it had said:\nI will not"),
                Arguments.of(
                        MockTurn.text("").finishing(FinishReason.CONTENT_FILTER),
                        "worker was stopped by a content filter"),
                Arguments.of(
                        MockTurn.failure(ProviderException.builder("Incorrect API key: sk-secret")
                                .status(401)
                                .build()),
                        "worker failed: its model could not be asked (HTTP status 401)"),
                Arguments.of(
                        MockTurn.failure(new IllegalStateException("secret")),
                        "worker failed: its model could not be asked"));
    }

    /** DE-007: what counts is how the run ended, not whether there is a text. */
    @ParameterizedTest
    @MethodSource("endings")
    void de7AnEndThatIsNoAnswerIsAFailureThatSaysSo(MockTurn end, String text) {
        Team team = Team.withOneTask().worker(end);
        RunResult run = team.ask(team.workerOptions());

        assertThat(run.stopReason()).isEqualTo(StopReason.ANSWERED);
        assertThat(Team.result(run).outcome()).isEqualTo(ToolOutcome.FAILED);
        assertThat(Team.result(run).text()).isEqualTo(text);
        assertThat(Team.result(run).label().trust()).isEqualTo(Trust.UNTRUSTED);
    }

    @Test
    void eachOfSeveralTasksHasOneResultInCallOrder() {
        Team team = Team.withBoss(
                MockTurn.call("delegate", Map.of("agent", "good", "task", "a"))
                        .andCall("delegate", Map.of("agent", "bad", "task", "b"))
                        .andCall("delegate", Map.of("agent", "good", "task", "c")),
                MockTurn.text("done"));
        Intelligence good = new Intelligence(IntelligenceOptions.builder()
                .provider(MockProvider.of(
                        MockTurn.from(request -> MockTurn.text("did "
                                + request.messages()
                                        .get(request.messages().size() - 1)
                                        .text())),
                        MockTurn.from(request -> MockTurn.text("did "
                                + request.messages()
                                        .get(request.messages().size() - 1)
                                        .text()))))
                .build());
        Intelligence bad = new Intelligence(IntelligenceOptions.builder()
                .provider(MockProvider.of(MockTurn.failure(
                        ProviderException.builder("gone").status(400).build())))
                .build());
        RunResult run = new Intelligence(
                        team.bossOptions(SubAgent.of("good", "works", good), SubAgent.of("bad", "fails", bad))
                                .build())
                .ask("go");

        assertThat(Team.results(run))
                .extracting(ToolResultPart::text)
                .containsExactly("did a", "bad failed: its model could not be asked (HTTP status 400)", "did c");
        assertThat(Team.all(team.bossEvents, RunEvent.ToolFinished.class)).hasSize(3);
    }

    @Test
    void anAnswerThatIsTooLongIsCutVisibly() {
        Team team = Team.withOneTask();
        RunResult run = new Intelligence(IntelligenceOptions.builder()
                        .provider(team.bossModel)
                        .tools(DelegateTool.builder()
                                .agent(SubAgent.of("worker", "works", answering("x".repeat(99) + "\uD83D\uDE00")))
                                .maxAnswerChars(100)
                                .build())
                        .build())
                .ask("go");

        assertThat(Team.result(run).text())
                .isEqualTo("x".repeat(99) + "\n[the first 99 of 101 characters; ask for a shorter answer]");
    }

    @Test
    void aRunHandsOnSoManyTasksAndNoMore() {
        Team team = Team.withBoss(Team.task("a"), Team.task("b"), Team.task("c"), MockTurn.text("done"))
                .worker(MockTurn.text("1"), MockTurn.text("2"));
        Intelligence worker = new Intelligence(team.workerOptions().build());
        RunResult run = new Intelligence(IntelligenceOptions.builder()
                        .provider(team.bossModel)
                        .tools(DelegateTool.builder()
                                .agent(SubAgent.of("worker", "works", worker))
                                .maxTasks(2)
                                .build())
                        .build())
                .ask("go");

        assertThat(Team.results(run))
                .extracting(ToolResultPart::outcome)
                .containsExactly(ToolOutcome.SUCCEEDED, ToolOutcome.SUCCEEDED, ToolOutcome.FAILED);
        assertThat(Team.results(run).get(2).text()).contains("no more than 2 tasks");
        team.workerModel.assertDone();
    }

    @Test
    void anAgentThatCanDelegateIsRefusedWhenTheToolIsBuilt() {
        Intelligence chief = new Intelligence(IntelligenceOptions.builder()
                .provider(MockProvider.of())
                .tools(DelegateTool.of(SubAgent.of("worker", "works", answering("a"))))
                .build());

        assertThatThrownBy(() -> SubAgent.of("chief", "leads", chief))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("chief has the tool delegate");
        assertThatThrownBy(() -> SubAgent.of("chief", "leads", chief.conversation("c")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("chief has the tool delegate");
    }

    @Test
    void aSubAgentThatWrapsOneThatCanDelegateIsRefusedInTheRun() {
        MockProvider leafModel = MockProvider.of(MockTurn.text("never"));
        Intelligence leaf = new Intelligence(
                IntelligenceOptions.builder().provider(leafModel).build());
        Team team = Team.withOneTask();
        Intelligence chief = new Intelligence(IntelligenceOptions.builder()
                .provider(MockProvider.of(Team.task("deeper"), MockTurn.text("I may not")))
                .tools(DelegateTool.of(SubAgent.of("worker", "works", leaf)))
                .onRunEvent(team.workerEvents::add)
                .build());
        RunResult run =
                new Intelligence(team.bossOptions(task -> chief.start(task)).build()).ask("go");

        assertThat(Team.result(run).text()).isEqualTo("I may not");
        assertThat(team.workerResults()).singleElement().satisfies(result -> {
            assertThat(result.outcome()).isEqualTo(ToolOutcome.FAILED);
            assertThat(result.text()).contains("a sub-agent can not delegate");
        });
        assertThat(leafModel.requests()).isEmpty();
    }

    /** Its turn would be waited for by a run that the turn waits for. */
    @Test
    void aConversationThatCanDelegateIsRefusedBeforeItsTurn() {
        AtomicReference<Agent> self = new AtomicReference<>();
        Team team = Team.withOneTask();
        Agent conversation = new Intelligence(
                        team.bossOptions(task -> self.get().start(task)).build())
                .conversation("c");
        self.set(conversation);
        RunResult run = conversation.ask("go");

        assertThat(run.stopReason()).isEqualTo(StopReason.ANSWERED);
        assertThat(Team.result(run).outcome()).isEqualTo(ToolOutcome.FAILED);
        assertThat(Team.result(run).text()).contains("a sub-agent can not delegate");
    }

    @Test
    void onlyAToolThatSaysThatItDelegatesDelegates() {
        Tool sneaky = Team.tool(
                "sneaky",
                ToolCategory.OTHER,
                (input, context) -> Delegation.run(context, "worker", answering("a"), "task"));
        RunResult run = new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(Team.call("sneaky"), MockTurn.text("done")))
                        .tools(sneaky)
                        .build())
                .ask("go");

        assertThat(Team.result(run).outcome()).isEqualTo(ToolOutcome.FAILED);
    }

    /** Both would wait for the turn that this call has. */
    @Test
    void whoWaitsForAPersonNeitherAsksAnotherNorHandsOnATask() {
        AtomicReference<Throwable> asking = new AtomicReference<>();
        AtomicReference<Throwable> handingOn = new AtomicReference<>();
        Tool both = Team.tool(
                "both",
                ToolCategory.DELEGATE,
                (input, context) -> context.awaitPerson(() -> {
                    asking.set(catchThrowable(() -> context.awaitPerson(() -> "never")));
                    handingOn.set(catchThrowable(() -> Delegation.run(context, "worker", answering("a"), "task")));
                    return "done";
                }));
        RunResult run = new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(Team.call("both"), MockTurn.text("done")))
                        .tools(both)
                        .build())
                .ask("go");

        assertThat(Team.result(run).text()).isEqualTo("done");
        assertThat(asking.get()).isInstanceOf(IllegalStateException.class);
        assertThat(handingOn.get()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aCallThatHasEndedHandsOnNothing() {
        AtomicReference<ToolContext> kept = new AtomicReference<>();
        Tool keep = Team.tool("keep", ToolCategory.DELEGATE, (input, context) -> {
            kept.set(context);
            return "kept";
        });
        new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(Team.call("keep"), MockTurn.text("done")))
                        .tools(keep)
                        .build())
                .ask("go");

        assertThatThrownBy(() -> Delegation.run(kept.get(), "worker", answering("a"), "task"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has ended");
    }

    @Test
    void aRunThatBeganElsewhereIsNoTaskOfThisOne() {
        Team team = Team.withOneTask();
        Intelligence elsewhere = new Intelligence(IntelligenceOptions.builder()
                .provider(MockProvider.of(MockTurn.text("out of reach").after(java.time.Duration.ofMinutes(10))))
                .build());
        Run begun = elsewhere.start(Message.user("before"));
        RunResult run = new Intelligence(team.bossOptions(task -> begun).build()).ask("go");

        assertThat(Team.result(run).outcome()).isEqualTo(ToolOutcome.FAILED);
        assertThat(Team.result(run).text()).contains("began no run of its own");
        assertThat(begun.await().stopReason()).isEqualTo(StopReason.CANCELLED);
    }

    @Test
    void anAgentThatCanNotStartIsAFailure() {
        Team team = Team.withOneTask();
        RunResult run = new Intelligence(team.bossOptions(task -> {
                            throw new IllegalStateException("secret");
                        })
                        .build())
                .ask("go");

        assertThat(Team.result(run).text()).isEqualTo("worker failed: its run broke off");
    }

    @Test
    void aConversationRemembersTheTasksBefore() {
        Team team = Team.withBoss(Team.task("first"), Team.task("second"), MockTurn.text("done"))
                .worker(MockTurn.text("one"), MockTurn.text("two"));
        Agent conversation = new Intelligence(team.workerOptions().build()).conversation("c");
        new Intelligence(team.bossOptions(conversation).build()).ask("go");

        team.workerModel.takeRequest();
        assertThat(team.workerModel.takeRequest().messages())
                .extracting(Message::text)
                .containsExactly("first", "one", "second");
    }

    @Test
    void aContextOfNoRunIsMisuse() {
        AtomicReference<ToolContext> kept = new AtomicReference<>();
        Tool keep = Team.tool("keep", ToolCategory.READ, (input, context) -> {
            kept.set(context);
            return "kept";
        });
        new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(Team.call("keep"), MockTurn.text("done")))
                        .tools(keep)
                        .build())
                .ask("go");

        ToolContext wrapped = (ToolContext) java.lang.reflect.Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ToolContext.class},
                (proxy, method, arguments) -> method.invoke(kept.get(), arguments));
        assertThatThrownBy(() -> Delegation.run(wrapped, "worker", answering("a"), "task"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("context");
    }

    @Test
    void namesAndDescriptionsAreChecked() {
        Intelligence agent = answering("a");

        for (String name : List.of("", "a b", "../a", "x".repeat(65))) {
            assertThatThrownBy(() -> SubAgent.of(name, "works", agent)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> SubAgent.of("worker", " ", agent)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DelegateTool.of()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DelegateTool.of(SubAgent.of("a", "b", agent), SubAgent.of("a", "c", agent)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("two agents are named a");
    }
}
