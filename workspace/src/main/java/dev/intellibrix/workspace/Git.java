package dev.intellibrix.workspace;

import dev.intellibrix.internal.process.HostEnvironment;
import dev.intellibrix.internal.process.ProcessResult;
import dev.intellibrix.internal.process.ProcessRunner;
import dev.intellibrix.internal.process.ProcessSpec;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.fs.Shown;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * git for the length of one tool call, kept from running anything that the repository names: every key of its configuration
 * that stands for a program is overruled on the command line, the environment is our own, and no command that is used here
 * talks to a network. Whatever the model says comes after {@code --}, through standard input, or as an object id.
 */
final class Git {

    /** Beside these, a command switches off what it alone would run. */
    private static final List<String> GUARDS = List.of(
            "core.fsmonitor=false",
            "core.hooksPath=/dev/null",
            "core.bare=false",
            "core.quotePath=false",
            "core.pager=cat",
            "core.editor=:",
            "core.askPass=",
            "core.sshCommand=false",
            "core.gitProxy=",
            "core.alternateRefsCommand=:",
            "credential.helper=",
            "diff.orderFile=/dev/null",
            "protocol.allow=never",
            "protocol.ext.allow=never",
            "submodule.recurse=false",
            "status.submoduleSummary=false",
            "commit.gpgSign=false",
            "gpg.program=false",
            "log.showSignature=false",
            "gc.auto=0",
            "i18n.commitEncoding=UTF-8",
            "maintenance.auto=false",
            "color.ui=false",
            "column.ui=never");

    private static final Set<String> PASSED = Set.of(
            "HOME",
            "USER",
            "LOGNAME",
            "XDG_CONFIG_HOME",
            "TZ",
            "TMPDIR",
            "TMP",
            "TEMP",
            "SYSTEMROOT",
            "USERPROFILE",
            "HOMEDRIVE",
            "HOMEPATH",
            "APPDATA",
            "LOCALAPPDATA",
            "PROGRAMDATA");

    private static final int SETTINGS_BYTES = 1_000_000;
    private static final int ERROR_BYTES = 4_000;

    private final Path root;
    private final GitOptions options;
    private final Cancellation cancellation;
    private final GitRepository repository;
    private final Path program;
    private final Map<String, String> environment;
    private List<String> guards = List.of();

    private Git(Path root, GitOptions options, HostEnvironment host, Cancellation cancellation) {
        this.root = root;
        this.options = options;
        this.cancellation = cancellation;
        this.repository = GitRepository.of(root, options.repositoryFolders());
        this.environment = environment(host);
        this.program = host.find("git", environment.getOrDefault("PATH", ""))
                .orElseThrow(() -> new ToolException("git is not installed here (not found on PATH)"));
    }

    /** git and the settings that it goes by. */
    record Ready(Git git, GitSettings settings) {}

    /**
     * Gets git ready for the repository of a workspace.
     *
     * @throws ToolException when it has no repository that may be used, or git is not installed
     */
    static Ready open(Path root, GitOptions options, HostEnvironment host, Cancellation cancellation) {
        Git git = new Git(root, options, host, cancellation);
        ProcessResult found = git.start(
                List.of("config", "-z", "--show-scope", "--get-regexp", GitSettings.KEYS),
                null,
                SETTINGS_BYTES,
                Map.of());
        if (found.exitCode() > 1) {
            throw git.failure("the repository's configuration can not be read", found);
        }
        if (found.truncated()) {
            throw new ToolException("the repository's configuration is too large to be checked; nothing was run");
        }
        GitSettings settings = GitSettings.parse(found.stdout().text());
        git.guards = settings.guards(options.filters());
        return new Ready(git, settings);
    }

    private static Map<String, String> environment(HostEnvironment host) {
        Map<String, String> environment = host.passing(PASSED::contains);
        environment.putAll(Map.of(
                "LC_ALL", "C",
                "GIT_TERMINAL_PROMPT", "0",
                "GIT_EDITOR", ":",
                "GIT_SEQUENCE_EDITOR", ":",
                "GIT_PAGER", "cat",
                "GIT_ALLOW_PROTOCOL", "none", // Also keeps a partial clone from fetching what it lacks.
                "GIT_NO_LAZY_FETCH", "1",
                "GIT_SSH_COMMAND", "false"));
        return environment;
    }

    GitRepository repository() {
        return repository;
    }

    GitOptions options() {
        return options;
    }

    /**
     * Runs a command.
     *
     * @param keep bytes of the output that are kept, from its start
     * @param input what it reads
     * @throws ToolException when it fails
     */
    ProcessResult run(List<String> arguments, int keep, byte @Nullable [] input) {
        return run(arguments, keep, input, Map.of());
    }

    /** Runs a command with more variables. */
    ProcessResult run(List<String> arguments, int keep, byte @Nullable [] input, Map<String, String> variables) {
        ProcessResult result = start(arguments, input, keep, variables);
        if (result.exitCode() != 0) {
            throw failure("git " + arguments.get(0) + " failed", result);
        }
        return result;
    }

    private ProcessResult start(
            List<String> arguments, byte @Nullable [] input, int keep, Map<String, String> variables) {
        List<String> all = new ArrayList<>(List.of(
                "--no-pager",
                "--no-optional-locks",
                "--literal-pathspecs",
                "--git-dir=" + repository.gitDirectory(),
                "--work-tree=" + root));
        GUARDS.forEach(guard -> all.addAll(List.of("-c", guard)));
        all.addAll(guards);
        all.addAll(arguments);
        Map<String, String> variablesOfAll = new TreeMap<>(environment);
        variablesOfAll.putAll(variables);
        ProcessSpec.Builder spec = ProcessSpec.builder(program, all, root)
                .environment(variablesOfAll)
                .timeout(options.timeout())
                .keep(keep, 0);
        if (input != null) {
            spec.input(input);
        }
        ProcessResult result = ProcessRunner.run(spec.build(), cancellation);
        if (result.timedOut()) {
            throw new ToolException("git " + arguments.get(0) + " did not finish within "
                    + options.timeout().toSeconds() + " s and was ended");
        }
        return result;
    }

    /** git's own reason in one line, without a path of the host. */
    private ToolException failure(String what, ProcessResult result) {
        String errors = result.stderr().head();
        String text = (errors.isBlank() ? result.stdout().head() : errors)
                .lines()
                .filter(line -> line.startsWith("fatal: ") || line.startsWith("error: "))
                .findFirst()
                .map(line -> line.substring("fatal: ".length()))
                .orElseGet(() -> errors.lines().findFirst().orElse("exit code " + result.exitCode()));
        return new ToolException(what + ": " + Shown.text(withoutPaths(text)));
    }

    private String withoutPaths(String text) {
        String cut = text.length() > ERROR_BYTES ? text.substring(0, ERROR_BYTES) : text;
        return cut.replace(root + "/", "")
                .replace(root.toString(), ".")
                .replaceAll("(?<![\\w.])/[^\\s'\":]+", "(a path)");
    }
}
