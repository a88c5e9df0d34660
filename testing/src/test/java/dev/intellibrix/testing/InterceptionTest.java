package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.RunResult;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalReason;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.event.Decider;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.rules.InterceptRule;
import dev.intellibrix.rules.InterceptRules;
import dev.intellibrix.rules.Violation;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Intercept rules on the real loop. */
class InterceptionTest {

    record Execute(String text) {}

    private static final InterceptRule NO_RM =
            InterceptRule.block("no-rm", "\\brm\\s+-(rf|fr)\\b", "use the trash folder");

    private final List<String> ran = new CopyOnWriteArrayList<>();
    private final List<ApprovalRequest> asked = new ArrayList<>();
    private final Watcher watcher = new Watcher();
    private final Tool execute = Tool.define("execute", Execute.class)
            .description("Run a command")
            .category(ToolCategory.EXECUTE)
            .commandText(Execute::text)
            .execute((input, context) -> {
                ran.add(input.text());
                return "ran";
            });

    @TempDir
    Path folder;

    private RunResult run(InterceptRules rules, String command, ApprovalDecision decision) {
        return run(rules, MockTurn.call("execute", Map.of("text", command)), decision);
    }

    private RunResult run(InterceptRules rules, MockTurn turn, ApprovalDecision decision) {
        return new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(turn, MockTurn.text("done")))
                        .tools(execute)
                        .rules(rules)
                        .onToolApproval(call -> {
                            asked.add(call);
                            return decision;
                        })
                        .onRunEvent(watcher)
                        .build())
                .ask("go");
    }

    private static ToolResultPart result(RunResult run) {
        return run.messages().get(2).toolResults().get(0);
    }

    @Test
    void aBlockedCommandNeitherRunsNorAsks() {
        InterceptRules rules = InterceptRules.builtIn().with(NO_RM);
        RunResult run = run(rules, "true && rm -rf /", ApprovalDecision.allow());

        assertThat(ran).isEmpty();
        assertThat(asked).isEmpty();
        assertThat(result(run).outcome()).isEqualTo(ToolOutcome.INTERCEPTED);
        assertThat(result(run).text()).isEqualTo("[INTERCEPTED] no-rm: use the trash folder");
        assertThat(rules.violations()).extracting(Violation::rule).containsExactly("no-rm");
        assertThat(watcher.only(RunEvent.ToolIntercepted.class).rule()).isEqualTo("no-rm");
    }

    @Test
    void theBuiltInRulesAreInForceWithoutAnySetUp() {
        RunResult run = new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(
                                MockTurn.call("execute", Map.of("text", "cat README.md")), MockTurn.text("done")))
                        .tools(execute)
                        .build())
                .ask("go");

        assertThat(result(run).text()).startsWith("[INTERCEPTED] read:").contains("read_file");
    }

    @Test
    void aConfirmRuleAsksAndIsNoViolation() {
        InterceptRules rules =
                InterceptRules.builtIn().with(InterceptRule.confirm("push", "git push", "which branch?"));
        run(rules, "git push", ApprovalDecision.allow());

        assertThat(ran).containsExactly("git push");
        assertThat(asked.get(0).reasons())
                .containsExactly(new ApprovalReason(ApprovalReason.Kind.RULE, "rule push: which branch?"));
        assertThat(rules.violations()).isEmpty();
    }

    @Test
    void anEditThatABlockRuleMatchesIsIntercepted() {
        InterceptRules rules =
                InterceptRules.builtIn().with(NO_RM, InterceptRule.confirm("touch", "^touch", "really?"));
        RunResult run = run(rules, "touch a", ApprovalDecision.edit(Map.of("text", "rm -rf a")));

        assertThat(ran).isEmpty();
        assertThat(result(run).text()).startsWith("[INTERCEPTED] no-rm");
        assertThat(watcher.only(RunEvent.ApprovalResolved.class).decidedBy()).isEqualTo(Decider.POLICY);
    }

    @Test
    void aRuleThatComesIntoForceWhileAPersonThinksBlocksTheApprovedCall() {
        InterceptRules rules = InterceptRules.fromFile(folder.resolve("rules.json"))
                .with(InterceptRule.confirm("touch", "^touch", "really?"));
        RunResult run = new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(
                                MockTurn.call("execute", Map.of("text", "touch a")), MockTurn.text("done")))
                        .tools(execute)
                        .rules(rules)
                        .onToolApproval(call -> {
                            rules.replace(
                                    "{\"exec_rules\":[{\"name\":\"late\",\"pattern\":\"touch\",\"message\":\"no\"}]}");
                            return ApprovalDecision.allow();
                        })
                        .onRunEvent(watcher)
                        .build())
                .ask("go");

        assertThat(ran).isEmpty();
        assertThat(result(run).text()).isEqualTo("[INTERCEPTED] late: no");
        assertThat(watcher.only(RunEvent.RulesChanged.class).difference().added())
                .containsExactly("late");
    }

    @Test
    void aFaultyRulesFileMakesEveryExecutionAsk() throws Exception {
        Path file = Files.writeString(folder.resolve("rules.json"), "{\"exec_rules\":[{\"name\":\"x\"");
        run(InterceptRules.fromFile(file), "git log", ApprovalDecision.deny("no"));

        assertThat(asked).hasSize(1);
        assertThat(ran).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"$X -rf /", "echo 'unbalanced", "$(echo rm) -rf /"})
    void aCommandThatCanNotBeReadAsks(String command) {
        run(InterceptRules.builtIn().with(NO_RM), command, ApprovalDecision.deny("no"));

        assertThat(ran).isEmpty();
    }

    @Test
    void aCommandOfAMegabyteIsInterceptedAtOnce() {
        RunResult run = run(InterceptRules.builtIn(), "echo " + "a".repeat(1_000_000), ApprovalDecision.allow());

        assertThat(ran).isEmpty();
        assertThat(result(run).outcome()).isEqualTo(ToolOutcome.INTERCEPTED);
    }

    @Test
    void aToolWhoseCommandCanNotBeToldAsks() {
        Tool broken = Tool.define("broken", Execute.class)
                .description("Run a command")
                .argv(input -> {
                    throw new IllegalStateException("no command");
                })
                .execute((input, context) -> {
                    ran.add("broken");
                    return "ran";
                });
        RunResult run = new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(MockTurn.call("broken", Map.of("text", "x")), MockTurn.text("done")))
                        .tools(broken)
                        .build())
                .ask("go");

        assertThat(ran).isEmpty();
        assertThat(result(run).text()).contains("no_hook");
    }

    @Test
    void anUnknownToolIsAViolation() {
        InterceptRules rules = InterceptRules.builtIn();
        run(rules, MockTurn.call("exec", Map.of("text", "ls")), ApprovalDecision.allow());

        assertThat(rules.violations()).extracting(Violation::rule).containsExactly(Violation.UNKNOWN_TOOL);
    }

    @Test
    void toolsLearnWhichFilesTheyMayNotWrite() throws Exception {
        Path file = Files.writeString(folder.resolve("rules.json"), "{}").toRealPath();
        List<Path> told = new ArrayList<>();
        Tool look = Tool.define("look", Execute.class).description("Look").execute((input, context) -> {
            told.addAll(context.protectedFiles());
            return "ok";
        });
        new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(MockTurn.call("look", Map.of("text", "x")), MockTurn.text("done")))
                        .tools(look)
                        .rules(InterceptRules.fromFile(file))
                        .build())
                .ask("go");

        assertThat(told).contains(file);
    }
}
