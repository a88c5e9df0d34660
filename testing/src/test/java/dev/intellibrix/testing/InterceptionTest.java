package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

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
import java.time.Duration;
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
        RunResult run = runReplacing(
                rules,
                "{\"exec_rules\":[{\"name\":\"late\",\"pattern\":\"touch\",\"message\":\"no\"}]}",
                ApprovalDecision.allow());

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
    void aCommandThatCanNotBeToldHidesNoOther() {
        InterceptRules rules = InterceptRules.builtIn().with(NO_RM);
        Tool half = Tool.define("half", Execute.class)
                .description("Run two commands")
                .argv(input -> {
                    throw new IllegalStateException("no command");
                })
                .commandText(Execute::text)
                .execute((input, context) -> ran.add("half") ? "ran" : "");
        RunResult run = new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(
                                MockTurn.call("half", Map.of("text", "rm -rf d")), MockTurn.text("done")))
                        .tools(half)
                        .rules(rules)
                        .onToolApproval(call -> ApprovalDecision.allow())
                        .build())
                .ask("go");

        assertThat(ran).isEmpty();
        assertThat(result(run).text()).startsWith("[INTERCEPTED] no-rm");
        assertThat(rules.violations()).extracting(Violation::command).containsExactly("rm -rf d");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "true && rm -rf d",
                "a; b; rm -rf d",
                "a\nrm -rf d",
                "a | rm -rf d",
                "a & rm -rf d",
                "(cd x; rm -rf d)",
                "'rm' -rf d",
                "r\\m -r\"f\" d",
                "rm \\\n -rf d",
                "FOO=1 rm -rf d",
                "env A=1 rm -rf d",
                "sudo rm -rf d",
                "timeout 5 /bin/rm -rf d",
                "ls | xargs rm -rf",
                "sh -c 'rm -rf d'",
                "bash -lc \"eval 'rm -rf d'\"",
                "echo $(rm -rf d)",
                "find . -exec rm -rf {} +",
                "r\u200bm -rf d",
                "\uff52\uff4d -rf d"
            })
    void aBlockedCommandIsInterceptedInEverySpelling(String command) {
        InterceptRules anchored =
                InterceptRules.none().with(InterceptRule.block("no-rm", "^rm\\s+-(rf|fr)\\b", "use the trash folder"));

        assertThat(result(run(anchored, command, ApprovalDecision.allow())).text())
                .isEqualTo("[INTERCEPTED] no-rm: use the trash folder");
        assertThat(ran).isEmpty();
        assertThat(asked).isEmpty();
    }

    @Test
    void aPatternThatBacktracksElsewhereAnswersInTime() {
        InterceptRules rules =
                InterceptRules.none().with(InterceptRule.block("slow", "(.*a){12}b|(x+x+)+y", "not this"));

        assertTimeoutPreemptively(
                Duration.ofSeconds(60), () -> run(rules, "echo " + "ax".repeat(4_900), ApprovalDecision.allow()));

        assertThat(ran).hasSize(1);
    }

    @Test
    void rulesMatchTheCommandAndNoOtherField() {
        Tool noted = Tool.define("noted", "{\"type\":\"object\"}")
                .description("Run a command")
                .commandText(input -> String.valueOf(input.get("command")))
                .execute((input, context) -> {
                    ran.add(String.valueOf(input.get("command")));
                    return "ran";
                });
        RunResult run = new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(
                                MockTurn.call("noted", Map.of("command", "true", "why", "rm -rf d is too much")),
                                MockTurn.call(
                                        "noted", Map.of("command", "rm -rf d", "meta", Map.of("command", "true"))),
                                MockTurn.text("done")))
                        .tools(noted)
                        .rules(InterceptRules.builtIn().with(NO_RM))
                        .build())
                .ask("go");

        assertThat(ran).containsExactly("true");
        assertThat(run.messages().get(4).toolResults().get(0).outcome()).isEqualTo(ToolOutcome.INTERCEPTED);
    }

    @Test
    void anEditDoesNotSaveACallWhoseOwnTextIsBlockedByThen() {
        InterceptRules rules = InterceptRules.fromFile(folder.resolve("rules.json"))
                .with(InterceptRule.confirm("touch", "^touch", "really?"));
        RunResult run = runReplacing(
                rules,
                "{\"exec_rules\":[{\"name\":\"late\",\"pattern\":\"touch\",\"message\":\"no\"}]}",
                ApprovalDecision.edit(Map.of("text", "true")));

        assertThat(ran).isEmpty();
        assertThat(result(run).text()).isEqualTo("[INTERCEPTED] late: no");
    }

    @Test
    void aRequestNeedsItsAnswerThoughTheRuleIsGoneByThen() throws Exception {
        Path file = Files.writeString(
                folder.resolve("rules.json"),
                "{\"exec_rules\":[{\"name\":\"t\",\"pattern\":\"touch\",\"message\":\"?\",\"action\":\"confirm\"}]}");
        RunResult run =
                runReplacing(InterceptRules.fromFile(file), "{\"exec_rules\":[]}", ApprovalDecision.deny("not now"));

        assertThat(ran).isEmpty();
        assertThat(result(run).text()).contains("not now");
    }

    /** Runs {@code touch a}; while a person thinks about it the rules are replaced. */
    private RunResult runReplacing(InterceptRules rules, String file, ApprovalDecision decision) {
        return new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(
                                MockTurn.call("execute", Map.of("text", "touch a")), MockTurn.text("done")))
                        .tools(execute)
                        .rules(rules)
                        .onToolApproval(call -> {
                            rules.replace(file);
                            return decision;
                        })
                        .onRunEvent(watcher)
                        .build())
                .ask("go");
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
