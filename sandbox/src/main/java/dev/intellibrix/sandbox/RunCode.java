package dev.intellibrix.sandbox;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.intellibrix.internal.process.TerminalText;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.Trust;
import dev.intellibrix.sandbox.Artefacts.Skipped;
import dev.intellibrix.sandbox.SandboxRun.Ending;
import dev.intellibrix.tool.Command;
import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Range;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolContext;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolOutput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** {@code run_code}: runs what the model wrote in a sandbox. */
final class RunCode {

    private static final String NAME = "run_code";

    /** What code leaves in this folder is copied out. */
    private static final String OUT = "out";

    /** Beyond the program's own time: opening the sandbox, and copying in and out. */
    private static final Duration MARGIN = Duration.ofMinutes(2);

    private final SandboxSettings settings;
    private final OpenSandboxes sandboxes;

    RunCode(SandboxSettings settings, OpenSandboxes sandboxes) {
        this.settings = settings;
        this.sandboxes = sandboxes;
    }

    record Input(
            @Description("Language of the code") Language language,

            @Description("The whole program; print what you want to see")
            String code,

            @Description("Files to put into the working folder before the code runs")
            Optional<List<InputFile>> files,

            @Description("What the program reads on standard input; empty when left out")
            Optional<String> stdin,

            @Description("Milliseconds after which the program is ended") @Range(min = 1)
            Optional<Long> timeoutMs) {

        List<Command> commands() {
            return language == Language.SHELL ? List.of(Command.text(code)) : List.of();
        }
    }

    record InputFile(
            @Description("Path in the working folder") String path,
            @Description("Text of the file") String content) {}

    enum Status {
        @JsonProperty("succeeded")
        SUCCEEDED,
        @JsonProperty("failed")
        FAILED,
        @JsonProperty("timed_out")
        TIMED_OUT
    }

    record Artefact(String path, int bytes) {}

    record Result(
            Status status,
            int exitCode,
            String stdout,
            String stderr,
            boolean truncated,
            List<Artefact> artefacts,
            Optional<List<Skipped>> skipped,
            Optional<String> note) {}

    Tool tool() {
        Tool.Builder<Input> tool = Tool.define(NAME, Input.class)
                .description(description())
                .category(ToolCategory.EXECUTE)
                .resultTrust(Trust.UNTRUSTED)
                .timeout(settings.limits().timeout().plus(MARGIN))
                .commands(Input::commands);
        return (settings.alwaysApprove() ? tool : tool.needsApproval()).execute(this::run);
    }

    private String description() {
        SandboxLimits limits = settings.limits();
        return "Run a program in a sandbox: python, javascript (Node.js; a module when a line begins with import or"
                + " export) or shell. Nothing of the user's machine is there, "
                + (limits.network() ? "but a network" : "and no network") + ". At most "
                + limits.timeout().toSeconds() + " s and " + (limits.memoryBytes() >> 20) + " MiB. "
                + (settings.perRun()
                        ? "Files stay in the working folder from call to call, variables and processes do not. "
                        : "Each call begins with an empty working folder. ")
                + "Files that the program leaves in the folder " + OUT
                + " are handed over to the user. A non-zero exit code"
                + " is a result.";
    }

    private ToolOutput run(Input input, ToolContext context) {
        Duration timeout = timeout(input);
        String file = input.language().fileFor(input.code());
        SandboxCommand command =
                input.language().command(file).withTimeout(timeout).withEnvironment(settings.environment());
        SandboxCommand complete = input.stdin().map(command::withStdin).orElse(command);
        List<String> notes = new ArrayList<>();
        Result result = sandboxes.with(context, files(input, file), notes, sandbox -> {
            SandboxRun run = sandbox.run(complete, context.cancellation());
            noteEnding(run, input, timeout, notes);
            return result(run, artefacts(run, sandbox, context, notes), notes);
        });
        return ToolOutput.json(result).from(Origin.of(Origin.Kind.TOOL, NAME));
    }

    private static List<SandboxFile> files(Input input, String codeFile) {
        List<SandboxFile> files = new ArrayList<>();
        for (InputFile each : input.files().orElse(List.of())) {
            if (!SandboxFile.isPath(each.path()) || each.path().startsWith(Language.FILE)) {
                throw new ToolException("never ran: files has a path that can not be used, number " + (files.size() + 1)
                        + "; use plain names, relative to the working folder");
            }
            files.add(SandboxFile.text(each.path(), each.content()));
        }
        files.add(SandboxFile.text(codeFile, input.code()));
        if (PathNames.collide(files.stream().map(SandboxFile::path).collect(Collectors.toSet()))) {
            throw new ToolException("never ran: files has a path that is both a file and the folder of another file;"
                    + " rename one of them");
        }
        return files;
    }

    private Duration timeout(Input input) {
        Duration longest = settings.limits().timeout();
        return input.timeoutMs()
                .filter(wanted -> wanted < longest.toMillis())
                .map(Duration::ofMillis)
                .orElse(longest);
    }

    private Artefacts artefacts(SandboxRun run, Sandbox sandbox, ToolContext context, List<String> notes) {
        if (run.ending() == Ending.TIMED_OUT) {
            notes.add("files that it wrote were not kept");
            return Artefacts.NONE;
        }
        if (run.ending() == Ending.OUT_OF_MEMORY) {
            notes.add("files that it wrote may be lost");
        }
        try {
            return sandbox.copyOut(OUT, context.cancellation());
        } catch (SandboxException e) {
            notes.add(String.valueOf(e.getMessage()));
            return Artefacts.NONE;
        }
    }

    private Result result(SandboxRun run, Artefacts artefacts, List<String> notes) {
        String place = place(artefacts, notes);
        if (artefacts.skippedCount() > artefacts.skipped().size()) {
            notes.add(artefacts.skippedCount() + " files were left out, of which the first are listed");
        }
        return new Result(
                status(run),
                run.exitCode(),
                TerminalText.plain(run.stdout().text()),
                TerminalText.plain(run.stderr().text()),
                run.stdout().truncated() || run.stderr().truncated(),
                artefacts.files().stream()
                        .map(file -> new Artefact(place + file.path(), file.size()))
                        .toList(),
                artefacts.skipped().isEmpty() ? Optional.empty() : Optional.of(artefacts.skipped()),
                notes.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", notes)));
    }

    /** The folder that they were saved in, with a slash; empty when they are only listed. */
    private String place(Artefacts artefacts, List<String> notes) {
        if (settings.artefacts().isEmpty() || artefacts.files().isEmpty()) {
            return "";
        }
        try {
            return ArtefactFolder.save(settings.artefacts().get(), artefacts.files()) + "/";
        } catch (SandboxException e) {
            notes.add(String.valueOf(e.getMessage()));
            return "";
        }
    }

    private static Status status(SandboxRun run) {
        if (run.ending() == Ending.TIMED_OUT) {
            return Status.TIMED_OUT;
        }
        return run.succeeded() ? Status.SUCCEEDED : Status.FAILED;
    }

    private void noteEnding(SandboxRun run, Input input, Duration timeout, List<String> notes) {
        SandboxLimits limits = settings.limits();
        switch (run.ending()) {
            case EXITED -> {}
            case SIGNALLED ->
                notes.add("ended by signal " + (run.exitCode() - 128)
                        + (run.exitCode() == 137 ? ", perhaps because a limit of memory or time was reached" : ""));
            case TIMED_OUT -> notes.add("ended after " + timeout.toMillis() + " ms, with all that it started");
            case OUT_OF_CPU_TIME ->
                notes.add("ended since it had used " + limits.cpuTime().toSeconds() + " s of processor time");
            case OUT_OF_MEMORY ->
                notes.add("ended since it wanted more than " + (limits.memoryBytes() >> 20)
                        + " MiB of memory, or the machine had none left");
        }
        if (run.exitCode() == 127 && run.stdout().totalBytes() == 0) {
            notes.add("127 mostly means that a program is not there");
        }
        if (input.timeoutMs().isPresent() && input.timeoutMs().get() > timeout.toMillis()) {
            notes.add("timeoutMs was reduced to " + timeout.toMillis() + ", the longest allowed");
        }
    }
}
