package dev.intellibrix.agenttools.checks;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads Gradle: errors of javac and of Kotlin from the output, failing tests from the reports that the run wrote, or from
 * the output when there are no reports; and what went wrong in Gradle's own words when there is neither.
 */
final class GradleReading implements CheckParser.Reading {

    /** Old versions print no line end behind a task's name. */
    private static final Pattern GLUED_TASK = Pattern.compile("^(?::[A-Za-z0-9_-]+)+(/.*)$");

    private static final Pattern TEST = Pattern.compile("^(\\S.* > .*) FAILED$");
    private static final Pattern TASK = Pattern.compile("^> Task :((?:[A-Za-z0-9_.-]+:)*)[A-Za-z0-9_-]+ FAILED");
    private static final Pattern WHERE = Pattern.compile("^[A-Z][A-Za-z ]* '(\\S.*)' line: (\\d{1,7})$");
    private static final int MAX_TESTS = 1_000;
    private static final int MAX_REASON = 2_000;

    private final CheckRun run;
    private final List<CheckParser.Reading> compilers;
    private final List<GradleTest> tests = new ArrayList<>();
    private final StringBuilder reason = new StringBuilder();
    private @Nullable Place where;
    private String module = "";
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
                tests.add(new GradleTest(failed.group(1), module));
            }
        } else if (inTest && line.startsWith("    ") && !line.isBlank()) {
            tests.get(tests.size() - 1).add(line);
        } else if (!line.isBlank()) {
            inTest = false;
            task(line);
        }
    }

    private void task(String line) {
        Matcher task = line.startsWith("> Task ") ? TASK.matcher(line) : null;
        if (task != null && task.find()) {
            module = task.group(1).replace(':', '/');
        }
        Matcher place = where == null && line.contains("' line: ") ? WHERE.matcher(line) : null;
        if (place != null && place.matches()) {
            where = new Place(place.group(1), Place.number(place, 2), 0);
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
            tests.forEach(test -> run.failed(test.failure(run)));
        }
        if (run.count() == 0 && reason.length() > 0) {
            String text = reason.toString();
            run.failed(where == null ? CheckFailure.of(text) : CheckFailure.at(where.file(), where.line(), 0, text));
        }
    }
}
