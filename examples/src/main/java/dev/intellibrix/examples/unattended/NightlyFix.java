package dev.intellibrix.examples.unattended;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.Limits;
import dev.intellibrix.RunResult;
import dev.intellibrix.StopReason;
import dev.intellibrix.agenttools.AgentTools;
import dev.intellibrix.agenttools.checks.Checks;
import dev.intellibrix.brick.ChatRepl;
import dev.intellibrix.brick.TerminalBrick;
import dev.intellibrix.event.AuditLog;
import dev.intellibrix.examples.support.ExampleModel;
import dev.intellibrix.workspace.FileTracker;
import dev.intellibrix.workspace.WorkspaceTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Mends a failing check while nobody is there. Two tools are relaxed, each by its own option: files of the folder are written, and
 * the one check is run, without asking. Everything else that asks is denied, since there is no hook. There are limits, and a log
 * of who decided what.
 *
 * <p>A check runs what the model wrote. So run an agent like this as a user of its own, in a container or on a machine that has
 * nothing else: the options say which program starts, not what it does.
 */
public final class NightlyFix {

    private static final String LEAP = """
            class Leap {
                static boolean isLeap(int year) {
                    return year % 4 == 0;
                }

                public static void main(String[] arguments) {
                    if (isLeap(1900) || !isLeap(2000) || !isLeap(2024)) {
                        System.out.println("Leap.java:3: error: wrong for 1900, 2000 or 2024");
                        System.exit(1);
                    }
                }
            }
            """;

    private NightlyFix() {}

    /** Works on a folder that it lays out; ends with 0 when the model says that it is done. */
    public static void main(String[] arguments) throws IOException {
        ExampleModel model = ExampleModel.orExit(arguments, () -> ExampleModel.recordingOf(NightlyFix.class));
        Path folder = Files.createTempDirectory("nightly").toRealPath();
        RunResult run =
                fix(model, layOut(folder.resolve("project")), folder.resolve("audit.jsonl"), TerminalBrick.ofSystem());
        System.exit(run.stopReason() == StopReason.ANSWERED ? 0 : 1);
    }

    static Path layOut(Path root) throws IOException {
        Files.writeString(Files.createDirectories(root).resolve("Leap.java"), LEAP);
        return root;
    }

    static RunResult fix(ExampleModel model, Path root, Path audit, TerminalBrick terminal) throws IOException {
        FileTracker tracker = new FileTracker();
        ChatRepl repl = ChatRepl.on(terminal);
        Intelligence agent = new Intelligence(IntelligenceOptions.builder()
                .provider(model.provider())
                .model(model.name())
                .system("You mend what a check says is wrong, with the smallest change. Nobody is there to answer.")
                .tools(WorkspaceTools.builder(root)
                        .tracker(tracker)
                        .approveWrites(false)
                        .git(false)
                        .build())
                .tools(AgentTools.builder(root)
                        .tracker(tracker)
                        .approveWrites(false)
                        .checks(Checks.builder()
                                .check("test", List.of("java", "Leap.java"))
                                .alwaysApprove(true)
                                .build())
                        .build())
                .limits(Limits.builder()
                        .maxSteps(20)
                        .maxTokens(200_000)
                        .maxRunTime(Duration.ofMinutes(20))
                        .build())
                .auditLog(AuditLog.in(audit))
                .onRunEvent(repl)
                .build());
        RunResult run = repl.run(agent, "The check named test fails. Mend the code, not the check.");
        AuditLog.Verification log = AuditLog.verify(audit);
        terminal.print("\n" + run.stopReason() + " after " + run.steps() + " steps; the audit log " + audit + " has "
                + log.lines() + " lines and is " + (log.isIntact() ? "intact" : "NOT intact"));
        return run;
    }
}
