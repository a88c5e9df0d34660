package dev.intellibrix.agenttools.checks;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads Gradle: errors of javac and of Kotlin from the output, failing tests from the reports that the run wrote, or from
 * the output when there are no reports; and what went wrong in Gradle's own words when there is neither.
 */
final class GradleReading implements CheckParser.Reading {

    /** Old versions print no line end behind a task's name. */
    private static final Pattern GLUED_TASK = Pattern.compile("^(?::[A-Za-z0-9_-]+)+(/.*)$");

    private static final Pattern TEST = Pattern.compile("^(\\S.* > .*) FAILED$");
    private static final int MAX_TESTS = 1_000;
    private static final int MAX_REASON = 2_000;

    private final CheckRun run;
    private final List<CheckParser.Reading> compilers;
    private final List<String> tests = new ArrayList<>();
    private final StringBuilder reason = new StringBuilder();
    private boolean inReason;
    private boolean inTest;

    GradleReading(CheckRun run) {
        this.run = run;
        this.compilers = List.of(new JavacReading(run), new KotlinReading(run));
    }

    @Override
    public void line(String text) {
        Matcher glued = text.startsWith(":") ? GLUED_TASK.matcher(text) : null;
        String line = glued != null && glued.matches() ? glued.group(1) : text;
        compilers.forEach(compiler -> compiler.line(line));
        test(line);
        reason(line);
    }

    private void test(String line) {
        Matcher failed = line.endsWith(" FAILED") ? TEST.matcher(line) : null;
        if (failed != null && failed.matches()) {
            inTest = tests.size() < MAX_TESTS;
            if (inTest) {
                tests.add(failed.group(1));
            }
        } else if (inTest && line.startsWith("    ") && !line.isBlank()) {
            int last = tests.size() - 1;
            tests.set(last, tests.get(last) + ": " + line.strip());
            inTest = false;
        }
    }

    private void reason(String line) {
        if (line.startsWith("* What went wrong:")) {
            inReason = true;
        } else if (line.isBlank() || line.startsWith("* ")) {
            inReason = false;
        } else if (inReason && reason.length() < MAX_REASON) {
            reason.append(reason.length() == 0 ? "" : "\n").append(line.strip());
        }
    }

    @Override
    public void end() {
        compilers.forEach(CheckParser.Reading::end);
        if (JUnitReports.read(run) == 0) {
            tests.forEach(test -> run.failed(CheckFailure.of(test)));
        }
        if (run.count() == 0 && reason.length() > 0) {
            run.failed(CheckFailure.of(reason.toString()));
        }
    }
}
