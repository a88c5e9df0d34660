package dev.intellibrix.agenttools.checks.run;

import dev.intellibrix.agenttools.checks.Checks;
import dev.intellibrix.agenttools.text.Excerpt;
import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.Trust;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.Command;
import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolContext;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolOutput;
import dev.intellibrix.workspace.Jail;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * {@code run_checks}: runs named checks and tells what failed. The model chooses names, never commands. A script's text that
 * comes from the workspace is shown to whoever is asked and is matched by the intercept rules, as it was when the tools were
 * built and as it is now; and nothing else is run than what a call was decided on.
 */
public final class RunChecks {

    private static final String NAME = "run_checks";

    /** Beyond a check's own time: ending it, and reading the rest. */
    private static final Duration MARGIN = Duration.ofSeconds(30);

    /** How much the failures of all checks of a call take, in characters. */
    private static final int MAX_CHARS = 80_000;

    private static final int MAX_LISTED = 20;

    record Input(
            @Description("Names of the checks to run, in this order; all of them when left out")
            Optional<List<String>> checks) {}

    record Result(boolean ok, Map<String, CheckResult> checks) {}

    private final ProjectFiles files;
    private final Checks options;
    private final Map<String, NamedCheck> checks;
    private final Map<String, List<String>> builtTexts = new LinkedHashMap<>();
    private final BuildFiles built;
    private final Looks looks = new Looks();
    private final CheckRunner runner;

    private RunChecks(ProjectFiles files, Checks options) {
        this.files = files;
        this.options = options;
        this.checks = options.checks().isEmpty() ? Detection.of(files) : given(options);
        this.built = checks.values().stream().anyMatch(NamedCheck::found)
                ? BuildFiles.of(files, Cancellation.none())
                : BuildFiles.NONE;
        ProjectScripts scripts = new ProjectScripts(files, () -> built);
        checks.values()
                .forEach(check -> builtTexts.put(
                        check.name(),
                        List.copyOf(scripts.reachedFrom(check.script()).values())));
        this.runner = new CheckRunner(files, options);
    }

    private static Map<String, NamedCheck> given(Checks options) {
        Map<String, NamedCheck> all = new LinkedHashMap<>();
        options.checks()
                .forEach((name, check) -> all.put(name, NamedCheck.given(name, check.command(), check.parser())));
        return all;
    }

    /** The tool for a workspace; none when there is nothing to check. */
    public static Optional<Tool> tool(Jail jail, Checks options) {
        RunChecks run = new RunChecks(new ProjectFiles(jail), options);
        return run.checks.isEmpty() ? Optional.empty() : Optional.of(run.tool());
    }

    private Tool tool() {
        Tool.Builder<Input> tool = Tool.define(NAME, Input.class)
                .description("Run checks of this project and get what failed, with its place: " + described()
                        + ". Run them after a change; a failed check is a result.")
                .category(ToolCategory.EXECUTE)
                .resultTrust(Trust.UNTRUSTED)
                .timeout(options.timeout().plus(MARGIN).multipliedBy(checks.size()))
                .approvalNotes((input, context) -> notes(selected(input), context))
                .commands(input -> commands(selected(input)));
        boolean neverAsks = options.alwaysApprove() && checks.values().stream().noneMatch(NamedCheck::found);
        return (neverAsks ? tool : tool.needsApproval(this::needsApproval)).execute(this::run);
    }

    private String described() {
        return checks.values().stream()
                .map(check -> check.name() + " (" + check.commandLine() + ")")
                .collect(Collectors.joining(", "));
    }

    /** The checks that an input names; none when one of them does not exist, which is told when the call runs. */
    private List<NamedCheck> selected(Input input) {
        List<String> names = input.checks().orElseGet(() -> List.copyOf(checks.keySet()));
        return checks.keySet().containsAll(names)
                ? names.stream().distinct().map(this::check).toList()
                : List.of();
    }

    private NamedCheck check(String name) {
        NamedCheck check = checks.get(name);
        if (check == null) {
            throw new ToolException("there is no check named \"" + VisibleText.line(name) + "\"; there are "
                    + String.join(", ", checks.keySet()));
        }
        return check;
    }

    private boolean needsApproval(Input input, ToolContext context) {
        if (selected(input).stream().noneMatch(NamedCheck::found)) {
            return !options.alwaysApprove();
        }
        BuildFiles now = BuildFiles.of(files, context.cancellation());
        looks.keep(context, now);
        return !options.alwaysApprove()
                || !now.changedSince(built).isEmpty()
                || !now.unreadable().isEmpty();
    }

    private List<String> notes(List<NamedCheck> selected, ToolContext context) {
        if (selected.stream().noneMatch(NamedCheck::found)) {
            return selected.stream().map(RunChecks::runs).toList();
        }
        BuildFiles now = looks.of(context).orElseGet(() -> BuildFiles.of(files, context.cancellation()));
        ProjectScripts scripts = new ProjectScripts(files, () -> now);
        List<String> notes = new ArrayList<>();
        selected.forEach(check -> {
            StringBuilder note = new StringBuilder(runs(check));
            scripts.reachedFrom(check.script())
                    .forEach((called, text) -> note.append("\nscript ")
                            .append(VisibleText.line(called))
                            .append(": ")
                            .append(indented(text)));
            notes.add(note.toString());
        });
        if (!scripts.unreadable().isEmpty()) {
            notes.add("scripts that can not be read: those of " + listed(scripts.unreadable()));
        }
        addNotes(now, notes);
        return notes;
    }

    private static String runs(NamedCheck check) {
        return check.name() + " runs: " + check.commandLine();
    }

    /** With the lines behind the first set off, so that none looks like a line of the note. */
    private static String indented(String text) {
        return text.replace("\n", "\n    ");
    }

    /** An answer is one about these notes, so their digest binds it to the content of the build files. */
    private void addNotes(BuildFiles now, List<String> notes) {
        List<String> changed = now.changedSince(built);
        if (!changed.isEmpty()) {
            notes.add("changed since the tools were built: " + listed(changed));
        }
        if (!now.unreadable().isEmpty()) {
            notes.add("can not be read here: " + listed(now.unreadable()));
        }
        notes.add("digest of the build files: " + now.digest());
    }

    private static String listed(List<String> paths) {
        String some = paths.stream().limit(MAX_LISTED).map(Excerpt::path).collect(Collectors.joining(", "));
        return paths.size() > MAX_LISTED ? some + " and " + (paths.size() - MAX_LISTED) + " more" : some;
    }

    /** What the developer gave is not matched; what was found is, with all scripts that it runs. */
    private List<Command> commands(List<NamedCheck> selected) {
        ProjectScripts now = new ProjectScripts(files, () -> BuildFiles.of(files, Cancellation.none()));
        Set<String> texts = new LinkedHashSet<>();
        List<Command> commands = new ArrayList<>();
        for (NamedCheck check : selected) {
            if (check.found()) {
                commands.add(Command.argv(check.command()));
                texts.addAll(builtTexts.getOrDefault(check.name(), List.of()));
                texts.addAll(now.reachedFrom(check.script()).values());
            }
        }
        texts.forEach(text -> commands.add(Command.text(text)));
        return commands;
    }

    private ToolOutput run(Input input, ToolContext context) {
        List<NamedCheck> selected = required(input);
        requireAsDecided(selected, context);
        Map<String, CheckResult> results = new LinkedHashMap<>();
        for (NamedCheck check : selected) {
            context.progress("running " + check.name(), (double) results.size() / selected.size());
            results.put(check.name(), runner.run(check, MAX_CHARS / selected.size(), context.cancellation()));
        }
        boolean ok = results.values().stream().allMatch(CheckResult::ok);
        return ToolOutput.json(new Result(ok, results)).from(Origin.of(Origin.Kind.TOOL, NAME));
    }

    private List<NamedCheck> required(Input input) {
        input.checks().ifPresent(names -> names.forEach(this::check));
        List<NamedCheck> selected = selected(input);
        if (selected.isEmpty()) {
            throw new ToolException("checks is empty; name at least one of " + String.join(", ", checks.keySet())
                    + ", or leave it out to run all");
        }
        return selected;
    }

    /** Another call, or another process, may have written a build file after somebody said yes. */
    private void requireAsDecided(List<NamedCheck> selected, ToolContext context) {
        if (selected.stream().noneMatch(NamedCheck::found)) {
            return;
        }
        BuildFiles decided = looks.take(context)
                .orElseThrow(() -> new ToolException(
                        "nothing was run: what this call was decided on is not known any more; call run_checks again"));
        requireScripts(selected);
        List<String> changed = BuildFiles.of(files, context.cancellation()).changedSince(decided);
        if (!changed.isEmpty()) {
            throw new ToolException("nothing was run: " + listed(changed)
                    + " changed after this call was decided on; call run_checks again");
        }
    }

    /** A script whose text is not known was neither shown nor matched, though the package manager may well find it. */
    private void requireScripts(List<NamedCheck> selected) {
        Scripts now = Scripts.of(files);
        for (NamedCheck check : selected) {
            if (!check.script().isEmpty() && !now.has(check.script())) {
                throw new ToolException("nothing was run: " + Scripts.FILE + " can not be read, or has no script \""
                        + check.script() + "\"; mend it and call run_checks again");
            }
        }
    }
}
