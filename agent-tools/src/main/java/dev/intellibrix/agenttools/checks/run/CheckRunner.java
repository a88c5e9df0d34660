package dev.intellibrix.agenttools.checks.run;

import dev.intellibrix.agenttools.checks.CheckFailure;
import dev.intellibrix.agenttools.checks.Checks;
import dev.intellibrix.internal.process.CapturedOutput;
import dev.intellibrix.internal.process.HostEnvironment;
import dev.intellibrix.internal.process.ProcessResult;
import dev.intellibrix.internal.process.ProcessRunner;
import dev.intellibrix.internal.process.ProcessSpec;
import dev.intellibrix.internal.process.ProcessStartException;
import dev.intellibrix.internal.process.ProgramFinder;
import dev.intellibrix.internal.process.TerminalText;
import dev.intellibrix.tool.Cancellation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Runs one check to its end and reads what it printed. Thread-safe. */
final class CheckRunner {

    private static final int MAX_TAIL_BYTES = 1_000_000;
    private static final int MAX_REPORTED = 10;

    private final ProjectFiles files;
    private final Checks options;
    private final HostEnvironment host;

    CheckRunner(ProjectFiles files, Checks options) {
        this.files = files;
        this.options = options;
        this.host = HostEnvironment.of(files.root());
    }

    /**
     * Runs a check.
     *
     * @param maxChars how many characters its failures may take
     */
    CheckResult run(NamedCheck check, int maxChars, Cancellation cancellation) {
        Map<String, String> environment = host.passing(this::passes);
        environment.putAll(options.env());
        environment.computeIfPresent("PATH", (name, value) -> host.safePath(value));
        String program = check.command().get(0);
        Optional<Path> path = find(program, environment.getOrDefault("PATH", ""));
        if (path.isEmpty()) {
            return CheckResult.notRun("nothing was run: " + program + " is not installed here (not found on PATH)");
        }
        Findings findings = new Findings(files, reports(check, cancellation), options.maxFailures());
        CheckOutput output = new CheckOutput(check.name(), check.parser().read(findings));
        ProcessSpec spec = ProcessSpec.builder(path.get(), arguments(check), files.root())
                .environment(environment)
                .timeout(options.timeout())
                .keep(0, (int) Math.min(MAX_TAIL_BYTES, options.maxOutputChars() * 8L))
                .mergeErrors()
                .onOutputLine(output)
                .build();
        try {
            ProcessResult ran = ProcessRunner.run(spec, cancellation);
            if (!output.end()) {
                findings.remark("the parser of this check failed, so failures may be missing here; see the output");
            }
            return result(ran, findings, maxChars);
        } catch (ProcessStartException e) {
            return CheckResult.notRun(String.valueOf(e.getMessage()));
        }
    }

    private boolean passes(String name) {
        return options.inheritEnvironment()
                || HostEnvironment.isUsual(name)
                || HostEnvironment.matches(options.passedNames(), name);
    }

    private Optional<Path> find(String program, String searchPath) {
        return ProgramFinder.isBareName(program)
                ? host.find(program, searchPath)
                : Optional.of(files.root().resolve(program).normalize());
    }

    private static List<String> arguments(NamedCheck check) {
        return check.command().subList(1, check.command().size());
    }

    private Supplier<List<String>> reports(NamedCheck check, Cancellation cancellation) {
        return check.parser().wantsReports() ? ReportFiles.in(files, cancellation)::writtenSince : List::of;
    }

    private CheckResult result(ProcessResult ran, Findings findings, int maxChars) {
        boolean ok = ran.exitCode() == 0 && !ran.timedOut();
        List<CheckFailure> shown = findings.shown(maxChars);
        List<CheckFailure> reported = ok ? shown.subList(0, Math.min(shown.size(), MAX_REPORTED)) : List.of();
        return new CheckResult(
                ok,
                Optional.of(ran.exitCode()),
                ran.duration().toMillis(),
                ran.timedOut(),
                ok ? List.of() : shown,
                note(ran, findings, ok ? reported.size() : shown.size()),
                reported.isEmpty() ? Optional.empty() : Optional.of(reported),
                ok ? Optional.empty() : Optional.of(tail(ran.stdout())));
    }

    private Optional<String> note(ProcessResult ran, Findings findings, int shown) {
        List<String> notes = new ArrayList<>(findings.remarks());
        if (ran.timedOut()) {
            notes.add("ended after " + options.timeout().toMillis() + " ms, with all that it started");
        } else {
            ran.signal()
                    .ifPresent(signal -> notes.add("ended by signal " + (ran.exitCode() - 128) + " (" + signal + ")"));
        }
        if (findings.count() > shown) {
            notes.add(shown + " of " + findings.count() + " failures are shown");
        }
        return notes.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", notes));
    }

    private String tail(CapturedOutput captured) {
        String text = TerminalText.plain(captured.tail()).stripTrailing();
        int max = options.maxOutputChars();
        if (text.length() <= max && !captured.truncated()) {
            return text;
        }
        int from = Math.max(0, text.length() - max);
        int line = text.indexOf('\n', from) + 1;
        if (line > 0 && line - from < max / 2) {
            from = line;
        } else if (from > 0 && Character.isLowSurrogate(text.charAt(from))) {
            from++;
        }
        return String.format(Locale.ROOT, "[... the end of %,d bytes of output ...]\n", captured.totalBytes())
                + text.substring(from);
    }
}
