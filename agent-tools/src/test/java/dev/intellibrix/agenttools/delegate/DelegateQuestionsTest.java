package dev.intellibrix.agenttools.delegate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Agent;
import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.RunResult;
import dev.intellibrix.agenttools.ask.Answer;
import dev.intellibrix.agenttools.ask.AskUserTool;
import dev.intellibrix.agenttools.ask.Question;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** DE-013: sub-agents ask the same person, by their names, one at a time. */
@Timeout(120)
class DelegateQuestionsTest {

    private final List<Question> asked = new CopyOnWriteArrayList<>();
    private final AtomicInteger open = new AtomicInteger();
    private final List<Integer> seen = new CopyOnWriteArrayList<>();
    private final AskUserTool askUser = AskUserTool.builder(question -> {
                asked.add(question);
                takeTime();
                return Answer.of("yes");
            })
            .maxQuestions(3)
            .build();

    /** What is on the screen at the same time; long enough for something else to come up, if it could. */
    private void takeTime() {
        seen.add(open.incrementAndGet());
        for (int i = 0; i < 100_000; i++) {
            Thread.onSpinWait();
        }
        open.decrementAndGet();
    }

    private static MockTurn question(String text) {
        return MockTurn.call("ask_user", Map.of("question", text));
    }

    @Test
    void de13TheQuestionOfASubAgentHasItsName() {
        Team team = Team.withBoss(question("May I?"), Team.task("ask"), MockTurn.text("done"))
                .worker(question("Which one?"), MockTurn.text("that one"));
        Intelligence worker =
                new Intelligence(team.workerOptions().tools(askUser).build());
        new Intelligence(team.bossOptions(worker).tools(askUser).build()).ask("go");

        assertThat(asked).extracting(Question::agentPath).containsExactly(List.of(), List.of("worker"));
        assertThat(asked.get(1).describe()).startsWith("The model (worker) asks:\n    | Which one?\n");
    }

    @Test
    void theQuestionsOfSubAgentsCountInThoseOfTheRun() {
        Team team = Team.withBoss(question("1?"), Team.task("ask"), question("4?"), MockTurn.text("done"))
                .worker(question("2?"), question("3?"), MockTurn.text("asked"));
        Intelligence worker =
                new Intelligence(team.workerOptions().tools(askUser).build());
        RunResult run = new Intelligence(team.bossOptions(worker).tools(askUser).build()).ask("go");

        assertThat(asked).hasSize(3);
        assertThat(Team.results(run).get(2).outcome()).isEqualTo(ToolOutcome.FAILED);
    }

    @Test
    void nothingIsAskedWhileAnotherAgentWaitsForAnAnswer() {
        Tool gated = Team.gated("write", ToolCategory.WRITE, (input, context) -> "wrote");
        Team team = Team.withBoss(
                MockTurn.call("delegate", Map.of("agent", "a", "task", "write"))
                        .andCall("delegate", Map.of("agent", "b", "task", "ask"))
                        .andCall("write", Map.of())
                        .andCall("ask_user", Map.of("question", "well?")),
                MockTurn.text("done"));
        Agent writer = new Intelligence(IntelligenceOptions.builder()
                .provider(MockProvider.of(
                        Team.call("write").andCall("write", Map.of()), Team.call("write"), MockTurn.text("written")))
                .tools(gated)
                .onToolApproval(call -> {
                    takeTime();
                    return ApprovalDecision.allow();
                })
                .build());
        Agent asker = new Intelligence(IntelligenceOptions.builder()
                .provider(MockProvider.of(
                        question("1?").andCall("ask_user", Map.of("question", "2?")), MockTurn.text("asked")))
                .tools(askUser)
                .build());
        RunResult run = new Intelligence(
                        team.bossOptions(SubAgent.of("a", "writes", writer), SubAgent.of("b", "asks", asker))
                                .tools(gated, askUser)
                                .onToolApproval(call -> {
                                    takeTime();
                                    return ApprovalDecision.allow();
                                })
                                .build())
                .ask("go");

        assertThat(Team.results(run))
                .extracting(ToolResultPart::text)
                .containsExactly("written", "asked", "wrote", "yes");
        assertThat(seen).hasSize(7).containsOnly(1);
    }
}
