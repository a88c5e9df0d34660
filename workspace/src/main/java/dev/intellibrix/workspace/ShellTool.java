package dev.intellibrix.workspace;

import dev.intellibrix.internal.process.CapturedOutput;
import dev.intellibrix.internal.process.HostEnvironment;
import dev.intellibrix.internal.process.ProcessResult;
import dev.intellibrix.internal.process.ProcessRunner;
import dev.intellibrix.internal.process.ProcessSpec;
import dev.intellibrix.internal.process.TerminalText;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.Trust;
import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Range;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolContext;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolOutput;
import dev.intellibrix.workspace.fs.Shown;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code shell}: runs an allowed program with an argument list. There is no shell in it. */
final class ShellTool {

    private static final Logger LOG = LoggerFactory.getLogger(ShellTool.class);
    private static final String NAME = "shell";
    private static final int MAX_NAMES_SHOWN = 50;

    /** Beyond the program's own time: ending it, and reading the rest. */
    private static final Duration MARGIN = Duration.ofSeconds(15);

    /** Programs that run whatever they are given. The list is for a warning only. */
    private static final Set<String> INTERPRETERS = Set.of(
            "sh",
            "bash",
            "dash",
            "zsh",
            "fish",
            "python",
            "python3",
            "node",
            "deno",
            "bun",
            "perl",
            "ruby",
            "php",
            "lua",
            "java",
            "jshell",
            "groovy",
            "awk",
            "gawk",
            "env",
            "xargs",
            "sudo",
            "ssh",
            "npx",
            "powershell",
            "pwsh",
            "cmd");

    private final Jail jail;
    private final ShellOptions options;
    private final HostEnvironment host;

    private ShellTool(Jail jail, ShellOptions options, HostEnvironment host) {
        this.jail = jail;
        this.options = options;
        this.host = host;
    }

    record Input(
            @Description("Bare name of the program, without a path")
            String command,

            @Description("Arguments, each passed as it is: no quoting, globs, pipes or variables")
            Optional<List<String>> args,

            @Description("Working folder, relative to the workspace; its root when left out")
            Optional<String> cwd,

            @Description("Milliseconds after which the program is ended") @Range(min = 1)
            Optional<Long> timeoutMs) {

        List<String> argv() {
            List<String> argv = new ArrayList<>();
            argv.add(command);
            args.ifPresent(argv::addAll);
            return argv;
        }
    }

    record Result(
            int exitCode, String stdout, String stderr, boolean timedOut, boolean truncated, Optional<String> note) {}

    /** The tool for a workspace. */
    static Tool of(Jail jail, ShellOptions options) {
        return of(jail, options, HostEnvironment.of(jail.root()));
    }

    static Tool of(Jail jail, ShellOptions options, HostEnvironment host) {
        warnOfInterpreters(options);
        ShellTool shell = new ShellTool(jail, options, host);
        Tool.Builder<Input> tool = Tool.define(NAME, Input.class)
                .description("Run a program in the workspace, without a shell. Allowed: " + shell.allowed()
                        + ". A non-zero exit code is a result. Long output keeps its start and its end; colour codes are"
                        + " left out, and of a line that the program rewrites the last state is shown.")
                .category(ToolCategory.EXECUTE)
                .resultTrust(Trust.UNTRUSTED)
                .timeout(shell.longest().plus(MARGIN))
                .argv(Input::argv);
        return (options.alwaysApprove() ? tool : tool.needsApproval()).execute(shell::run);
    }

    private static void warnOfInterpreters(ShellOptions options) {
        Set<String> interpreters = new TreeSet<>(options.allow());
        interpreters.retainAll(INTERPRETERS);
        if (!interpreters.isEmpty()) {
            LOG.warn(
                    "the shell tool allows {}: the model can run any code with that, the list of programs does not matter",
                    interpreters);
        }
    }

    private ToolOutput run(Input input, ToolContext context) {
        Map<String, String> environment = environment();
        Path program = program(input.command(), environment.getOrDefault("PATH", ""));
        Duration timeout = timeout(input);
        int head = (options.maxOutputBytes() + 1) / 2;
        ProcessSpec spec = specOf(program, input)
                .environment(environment)
                .timeout(timeout)
                .keep(head, options.maxOutputBytes() - head)
                .build();
        ProcessResult ran = ProcessRunner.run(spec, context.cancellation());
        return ToolOutput.json(new Result(
                        ran.exitCode(),
                        shown(ran.stdout()),
                        shown(ran.stderr()),
                        ran.timedOut(),
                        ran.truncated(),
                        note(ran, input, timeout)))
                .from(Origin.of(Origin.Kind.TOOL, NAME));
    }

    private ProcessSpec.Builder specOf(Path program, Input input) {
        List<String> arguments = input.args().orElse(List.of());
        if (arguments.stream().anyMatch(argument -> argument.indexOf('\0') >= 0)) {
            throw new ToolException("an argument holds a NUL character, which no program can get");
        }
        return ProcessSpec.builder(program, arguments, directory(input.cwd().orElse(".")));
    }

    private Map<String, String> environment() {
        Map<String, String> environment = host.passing(options::passes);
        environment.putAll(options.env());
        environment.computeIfPresent("PATH", (name, value) -> host.safePath(value));
        return environment;
    }

    private Path program(String command, String searchPath) {
        if (!options.allow().contains(command)) {
            throw new ToolException(notAllowed(command));
        }
        return host.find(command, searchPath)
                .orElseThrow(() ->
                        new ToolException(command + " is allowed, but it is not installed here (not found on PATH)"));
    }

    private String notAllowed(String command) {
        String message = "not an allowed program: \"" + Shown.text(command) + "\"; allowed: " + allowed() + ".";
        String name = command.strip().split("\\s", 2)[0];
        if (options.allow().contains(name)) {
            return message + " Give the name alone in command, and each argument in args.";
        }
        String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        return options.allow().contains(last) ? message + " Give the name without a path." : message;
    }

    private String allowed() {
        String shown = options.allow().stream().sorted().limit(MAX_NAMES_SHOWN).collect(Collectors.joining(", "));
        int more = options.allow().size() - MAX_NAMES_SHOWN;
        return more > 0 ? shown + " and " + more + " more" : shown;
    }

    private Path directory(String cwd) {
        Path directory = jail.resolve(cwd);
        if (!Files.isDirectory(directory)) {
            String shown = Shown.text(cwd);
            throw new ToolException(
                    Files.exists(directory)
                            ? "cwd must be a folder, but " + shown + " is none"
                            : "cwd: there is no folder " + shown);
        }
        return directory;
    }

    private Duration longest() {
        return options.timeout().compareTo(options.maxTimeout()) > 0 ? options.timeout() : options.maxTimeout();
    }

    private Duration timeout(Input input) {
        if (input.timeoutMs().isEmpty()) {
            return options.timeout();
        }
        return Duration.ofMillis(Math.min(input.timeoutMs().get(), longest().toMillis()));
    }

    private static String shown(CapturedOutput output) {
        return TerminalText.plain(output.text());
    }

    private static Optional<String> note(ProcessResult ran, Input input, Duration timeout) {
        List<String> notes = new ArrayList<>();
        if (ran.timedOut()) {
            notes.add("ended after " + timeout.toMillis() + " ms, with all that it started");
        } else {
            ran.signal()
                    .ifPresent(signal -> notes.add("ended by signal " + (ran.exitCode() - 128) + " (" + signal + ")"));
        }
        if (input.timeoutMs().isPresent() && input.timeoutMs().get() > timeout.toMillis()) {
            notes.add("timeoutMs was reduced to " + timeout.toMillis() + ", the longest allowed");
        }
        return notes.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", notes));
    }
}
