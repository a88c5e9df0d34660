package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.RunResult;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import dev.intellibrix.rules.InterceptRules;
import dev.intellibrix.sandbox.Artefacts;
import dev.intellibrix.sandbox.Sandbox;
import dev.intellibrix.sandbox.SandboxCommand;
import dev.intellibrix.sandbox.SandboxException;
import dev.intellibrix.sandbox.SandboxFile;
import dev.intellibrix.sandbox.SandboxLimits;
import dev.intellibrix.sandbox.SandboxOutput;
import dev.intellibrix.sandbox.SandboxPromise;
import dev.intellibrix.sandbox.SandboxProvider;
import dev.intellibrix.sandbox.SandboxRun;
import dev.intellibrix.sandbox.SandboxRun.Ending;
import dev.intellibrix.sandbox.SandboxTools;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.ToolCategory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run_code} in whole runs, over a provider that answers what a test wants. */
class RunCodeTest {

    /** Plays sandboxes: each run takes the next answer, and says yes with an empty output when there is none. */
    private static final class Played implements SandboxProvider {

        final Deque<Object> answers = new ArrayDeque<>();
        final List<SandboxCommand> commands = new ArrayList<>();
        final List<SandboxFile> files = new ArrayList<>();
        final CountDownLatch closed = new CountDownLatch(1);
        Artefacts artefacts = Artefacts.NONE;
        int opened;
        int refused; // So many are not opened.

        Played(Object... answers) {
            this.answers.addAll(Arrays.asList(answers));
        }

        @Override
        public String name() {
            return "played";
        }

        @Override
        public Set<SandboxPromise> promises() {
            return Set.of(SandboxPromise.NO_NETWORK);
        }

        @Override
        public void check(SandboxLimits limits) {}

        @Override
        public Sandbox open(SandboxLimits limits, Cancellation cancellation) {
            if (refused-- > 0) {
                throw SandboxException.neverRan("there is no room");
            }
            opened++;
            return new Sandbox() {
                @Override
                public void copyIn(List<SandboxFile> all, Cancellation cancellation) {
                    files.addAll(all);
                }

                @Override
                public SandboxRun run(SandboxCommand command, Cancellation cancellation) {
                    commands.add(command);
                    Object answer = answers.poll();
                    if (answer instanceof SandboxException e) {
                        throw e;
                    }
                    return answer == null ? ran(0, Ending.EXITED, "") : (SandboxRun) answer;
                }

                @Override
                public Artefacts copyOut(String folder, Cancellation cancellation) {
                    return artefacts;
                }

                @Override
                public void close() {
                    closed.countDown();
                }
            };
        }
    }

    private static SandboxRun ran(int status, Ending ending, String text) {
        return new SandboxRun(
                status,
                ending,
                new SandboxOutput(text, text.length(), false),
                SandboxOutput.EMPTY,
                Duration.ofMillis(5));
    }

    private static final Map<String, Object> PYTHON = Map.of("language", "python", "code", "print(1)");

    @TempDir
    Path folder;

    private static IntelligenceOptions.Builder agent(SandboxTools tools, Map<?, ?>... inputs) {
        List<MockTurn> turns = new ArrayList<>();
        for (Map<?, ?> input : inputs) {
            @SuppressWarnings("unchecked")
            Map<String, Object> typed = (Map<String, Object>) input;
            turns.add(MockTurn.call("run_code", typed));
        }
        turns.add(MockTurn.text("Done."));
        return IntelligenceOptions.builder()
                .provider(MockProvider.of(turns.toArray(new MockTurn[0])))
                .tools(tools)
                .onRunEvent(tools);
    }

    private static RunResult run(SandboxTools tools, Map<?, ?>... inputs) {
        return new Intelligence(agent(tools, inputs)
                        .onToolApproval(call -> ApprovalDecision.allow())
                        .build())
                .ask("go");
    }

    private static ToolResultPart result(RunResult run, int call) {
        return run.messages().get(2 + 2 * call).toolResults().get(0);
    }

    @Test
    void asksBeforeItRunsAndItsResultIsNotTrusted() {
        Played provider = new Played(ran(0, Ending.EXITED, "1\n"));
        SandboxTools tools = SandboxTools.of(provider);

        RunResult denied = new Intelligence(agent(tools, PYTHON).build()).ask("go");
        assertThat(result(denied, 0).outcome()).isEqualTo(ToolOutcome.DENIED);
        assertThat(provider.opened).isZero();
        ToolResultPart allowed = result(run(tools, PYTHON), 0);
        assertThat(allowed.outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
        assertThat(allowed.label().trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(allowed.text()).contains("\"status\":\"succeeded\"").contains("\"stdout\":\"1\\n\"");
        assertThat(tools.tools().get(0).category()).isEqualTo(ToolCategory.EXECUTE);
    }

    @Test
    void runsWithoutApprovalWhenToldSo() {
        Played provider = new Played();
        SandboxTools tools = SandboxTools.builder(provider).alwaysApprove(true).build();

        RunResult run = new Intelligence(agent(tools, PYTHON).build()).ask("go");
        assertThat(result(run, 0).outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
    }

    @Test
    void shellCodeIsSeenByTheRules() {
        Played provider = new Played();
        InterceptRules rules = InterceptRules.fromJson("""
            {"enabled": true, "exec_rules": [
              {"name": "no-rm", "pattern": "rm -rf", "message": "no", "action": "block"}]}\
            """);

        RunResult run = new Intelligence(
                        agent(SandboxTools.of(provider), Map.of("language", "shell", "code", "cd /\nrm -rf ."))
                                .rules(rules)
                                .onToolApproval(call -> ApprovalDecision.allow())
                                .build())
                .ask("go");
        assertThat(provider.opened).isZero();
        assertThat(result(run, 0).outcome()).isEqualTo(ToolOutcome.INTERCEPTED);
    }

    @Test
    void theThreeEndingsAreToldApart() {
        Played provider = new Played(
                ran(1, Ending.EXITED, "no"),
                SandboxException.neverRan("the daemon is down"),
                SandboxException.unknown("the connection broke"));
        RunResult run = run(SandboxTools.of(provider), PYTHON, PYTHON, PYTHON);

        assertThat(result(run, 0).outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
        assertThat(result(run, 0).text()).contains("\"status\":\"failed\"").contains("\"exitCode\":1");
        assertThat(result(run, 1).outcome()).isEqualTo(ToolOutcome.FAILED);
        assertThat(result(run, 1).text()).contains("never ran: the daemon is down");
        assertThat(result(run, 2).text()).contains("outcome unknown, it may have run: the connection broke");
        assertThat(provider.commands).as("nothing is tried again").hasSize(3);
    }

    @Test
    void theLanguageDecidesAboutTheFileAndTheCommand() {
        Played provider = new Played();
        run(
                SandboxTools.of(provider),
                PYTHON,
                Map.of("language", "javascript", "code", "const fs = require('fs')"),
                Map.of("language", "javascript", "code", "// x\nimport fs from 'fs'"),
                Map.of(
                        "language",
                        "shell",
                        "code",
                        "printf x",
                        "files",
                        List.of(Map.of("path", "a/b.txt", "content", "c"))));

        assertThat(provider.commands.stream().map(SandboxCommand::argv))
                .containsExactly(
                        List.of("python3", "-u", "-B", ".code.py"),
                        List.of("node", ".code.cjs"),
                        List.of("node", ".code.mjs"),
                        List.of("sh", ".code.sh"));
        assertThat(provider.files.stream().map(SandboxFile::path))
                .containsExactly(".code.py", ".code.cjs", ".code.mjs", "a/b.txt", ".code.sh");
    }

    @Test
    void inputTimeAndVariablesAreHandedOn() {
        Played provider = new Played();
        SandboxTools tools = SandboxTools.builder(provider)
                .limits(SandboxLimits.builder().timeout(Duration.ofSeconds(10)).build())
                .env(Map.of("MODE", "test"))
                .build();
        RunResult run = run(
                tools,
                Map.of("language", "python", "code", "1", "stdin", "in", "timeoutMs", 500),
                Map.of("language", "python", "code", "1", "timeoutMs", 99_000));

        assertThat(provider.commands.get(0).stdin()).contains("in");
        assertThat(provider.commands.get(0).timeout()).contains(Duration.ofMillis(500));
        assertThat(provider.commands.get(0).environment()).containsExactly(Map.entry("MODE", "test"));
        assertThat(provider.commands.get(1).timeout()).contains(Duration.ofSeconds(10));
        assertThat(result(run, 1).text()).contains("timeoutMs was reduced to 10000");
    }

    @Test
    void aPathThatLeadsElsewhereIsRefused() {
        Played provider = new Played();
        for (String path : List.of("../x", "/etc/passwd", "a//b", "a/../b", "c:x", ".code.py", "a\nb", "con", "")) {
            RunResult run = run(
                    SandboxTools.of(provider),
                    Map.of("language", "python", "code", "1", "files", List.of(Map.of("path", path, "content", "x"))));
            assertThat(result(run, 0).outcome()).as(path).isEqualTo(ToolOutcome.FAILED);
            assertThat(result(run, 0).text()).contains("never ran: files has a path");
        }
        assertThat(provider.opened).isZero();
    }

    @Test
    void artefactsAreSavedAndListed() throws Exception {
        Played provider = new Played();
        provider.artefacts = new Artefacts(
                List.of(SandboxFile.text("plot.svg", "<svg/>"), SandboxFile.text("a/b.txt", "b")),
                List.of(new Artefacts.Skipped("link", "a link")),
                1);
        RunResult run = run(SandboxTools.builder(provider).artefacts(folder).build(), PYTHON);

        List<Path> saved;
        try (var all = Files.list(folder)) {
            saved = all.toList();
        }
        assertThat(saved).hasSize(1);
        assertThat(saved.get(0).resolve("plot.svg")).hasContent("<svg/>");
        assertThat(saved.get(0).resolve("a/b.txt")).hasContent("b");
        assertThat(result(run, 0).text())
                .contains(saved.get(0).getFileName() + "/plot.svg")
                .contains("\"name\":\"link\",\"reason\":\"a link\"")
                .doesNotContain(folder.toString());
    }

    @Test
    void eachCallHasItsOwnSandboxUnlessTheRunHasOne() throws Exception {
        Played each = new Played();
        run(SandboxTools.of(each), PYTHON, PYTHON);
        assertThat(each.opened).isEqualTo(2);

        Played one = new Played();
        run(SandboxTools.builder(one).perRun(true).build(), PYTHON, PYTHON);
        assertThat(one.opened).isEqualTo(1);
        assertThat(one.closed.await(1, TimeUnit.MINUTES))
                .as("closed with the run")
                .isTrue();
    }

    @Test
    void aSandboxThatHasGoneIsReplacedAndTheModelIsTold() {
        Played provider = new Played(nothing(), SandboxException.gone("it expired"), ran(0, Ending.EXITED, "x\n"));
        RunResult run = run(SandboxTools.builder(provider).perRun(true).build(), PYTHON, PYTHON);

        assertThat(provider.opened).isEqualTo(2);
        assertThat(result(run, 1).text()).contains("\"stdout\":\"x\\n\"").contains("the sandbox of this run has gone");
    }

    @Test
    void aSandboxThatIsClosedInTheMiddleOfARunIsReplacedAndTheModelIsTold() {
        Played provider = new Played();
        SandboxTools tools = SandboxTools.builder(provider)
                .perRun(true)
                .maxSandboxes(1)
                .idle(Duration.ofNanos(1))
                .build();
        RunResult[] other = new RunResult[1];
        RunResult run = new Intelligence(agent(tools, PYTHON, PYTHON)
                        .onToolApproval(call -> {
                            if (provider.opened == 1) {
                                other[0] = run(tools, PYTHON); // Takes the place of the one that is idle.
                            }
                            return ApprovalDecision.allow();
                        })
                        .build())
                .ask("go");

        assertThat(result(other[0], 0).outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
        assertThat(result(run, 1).text()).contains("the sandbox of this run has gone");
    }

    @Test
    void aSandboxMayBeIdleForEver() {
        Played provider = new Played();
        SandboxTools tools = SandboxTools.builder(provider)
                .perRun(true)
                .idle(ChronoUnit.FOREVER.getDuration())
                .build();
        RunResult[] other = new RunResult[1];
        RunResult run = new Intelligence(agent(tools, PYTHON, PYTHON)
                        .onToolApproval(call -> {
                            if (provider.opened == 1) {
                                other[0] = run(tools, PYTHON);
                            }
                            return ApprovalDecision.allow();
                        })
                        .build())
                .ask("go");

        assertThat(result(other[0], 0).outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
        assertThat(result(run, 1).outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
        assertThat(provider.opened).isEqualTo(2);
    }

    @Test
    void aSandboxThatCouldNotBeOpenedTakesNobodysPlace() {
        Played provider = new Played();
        provider.refused = 1;
        SandboxTools tools =
                SandboxTools.builder(provider).perRun(true).maxSandboxes(1).build();
        RunResult[] other = new RunResult[1];
        RunResult run = new Intelligence(agent(tools, PYTHON, PYTHON)
                        .onToolApproval(call -> {
                            if (provider.refused == 0) {
                                other[0] = run(tools, PYTHON);
                                awaitClosed(provider);
                            }
                            return ApprovalDecision.allow();
                        })
                        .build())
                .ask("go");

        assertThat(result(run, 0).text()).contains("never ran: there is no room");
        assertThat(result(other[0], 0).outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
        assertThat(result(run, 1).outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
    }

    /** The events of a run may come after its result. */
    private static void awaitClosed(Played provider) {
        try {
            assertThat(provider.closed.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aFileThatIsTheFolderOfAnotherOneIsRefused() {
        Played provider = new Played();
        RunResult run = run(
                SandboxTools.of(provider),
                Map.of(
                        "language",
                        "python",
                        "code",
                        "1",
                        "files",
                        List.of(Map.of("path", "a/b", "content", "x"), Map.of("path", "a", "content", "x"))));

        assertThat(result(run, 0).text()).contains("both a file and the folder of another file; rename one of them");
        assertThat(provider.opened).isZero();
    }

    @Test
    void anEndForWantOfMemoryIsNamedWithTheLimit() {
        Played provider = new Played(ran(137, Ending.OUT_OF_MEMORY, ""));
        RunResult run = run(SandboxTools.of(provider), PYTHON);

        assertThat(result(run, 0).text())
                .contains("\"status\":\"failed\"")
                .contains("wanted more than 512 MiB of memory")
                .contains("files that it wrote may be lost");
    }

    @Test
    void aTimeOutIsAResultWithoutFiles() {
        Played provider = new Played(ran(143, Ending.TIMED_OUT, "so far\n"));
        provider.artefacts = new Artefacts(List.of(SandboxFile.text("x", "x")), List.of(), 0);
        RunResult run = run(SandboxTools.of(provider), PYTHON);

        assertThat(result(run, 0).text())
                .contains("\"status\":\"timed_out\"")
                .contains("so far")
                .contains("ended after 60000 ms, with all that it started")
                .contains("\"artefacts\":[]");
    }

    @Test
    void aPromiseThatIsNotMadeStopsTheBuild() {
        SandboxTools.builder(new Played()).require(SandboxPromise.NO_NETWORK).build();
        assertThatIllegalStateException()
                .isThrownBy(() -> SandboxTools.builder(new Played())
                        .require(SandboxPromise.PROCESS_LIMIT)
                        .build())
                .withMessage("played does not promise [PROCESS_LIMIT] here");
    }

    @Test
    void closedToolsRunNothing() {
        Played provider = new Played();
        SandboxTools tools = SandboxTools.builder(provider).perRun(true).build();
        tools.close();
        assertThat(result(run(tools, PYTHON), 0).text()).contains("never ran: the sandboxes have been closed");
    }

    private static SandboxRun nothing() {
        return ran(0, Ending.EXITED, "");
    }
}
