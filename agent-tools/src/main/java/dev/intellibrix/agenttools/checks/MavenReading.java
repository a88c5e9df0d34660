package dev.intellibrix.agenttools.checks;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads Maven: compile errors from the output, failing tests from the reports that the run wrote, or from the summary in the
 * output when there are no reports; and the reason why the build ended when there is neither.
 */
final class MavenReading implements CheckParser.Reading {

    private static final String ERROR = "[ERROR]";
    private static final Pattern PLACE =
            Pattern.compile("^/?(\\S.*?):\\[(\\d{1,7}),(\\d{1,7})\\] (?:error: )?(\\S.*)$");
    private static final Pattern TEST = Pattern.compile("^\\s{2,}(\\S+:\\d{1,7}\\b.*)$");
    private static final Pattern POM_FAULT = Pattern.compile(
            "^\\s*(?:\\[(?:ERROR|FATAL)\\] )?(\\S.*?)\\s+@ (?:(\\S.*), )?line (\\d{1,7}), column (\\d{1,7})(?: -> .*)?$");
    private static final Pattern POM = Pattern.compile("^\\s*The project \\S* ?\\((\\S.*)\\) has \\d+ errors?");
    private static final String FATAL = "[FATAL]";
    private static final int MAX_TESTS = 1_000;

    private final CheckRun run;
    private final Draft draft;
    private final List<String> tests = new ArrayList<>();
    private boolean inTests;
    private @Nullable String reason;
    private @Nullable String pom;

    MavenReading(CheckRun run) {
        this.run = run;
        this.draft = new Draft(run);
    }

    @Override
    public void line(String text) {
        boolean error = text.startsWith(ERROR) || text.startsWith(FATAL);
        String rest = error ? text.substring(ERROR.length()) : text;
        String content = rest.startsWith(" ") && error ? rest.substring(1) : rest;
        if (error && (compileError(content) || pomFault(content))) {
            return;
        }
        if (JavacReading.isDetail(content)) {
            draft.add(content);
            return;
        }
        draft.close();
        if (error) {
            summary(content);
        }
    }

    private boolean compileError(String content) {
        Matcher match = content.indexOf(":[") < 0 ? null : PLACE.matcher(content);
        if (match == null || !match.matches()) {
            return false;
        }
        Place place = Place.of(match, 1);
        // The slash before an absolute path is its own; the one before a drive is not.
        boolean drive = place.file().length() > 1 && place.file().charAt(1) == ':';
        String file = content.startsWith("/") && !drive ? "/" + place.file() : place.file();
        draft.open(match.group(4)).at(file, place.line(), place.column());
        return true;
    }

    /** A fault in a build file, whose name stands beside the place or in the line above. */
    private boolean pomFault(String content) {
        Matcher project = content.contains(" has ") ? POM.matcher(content) : null;
        if (project != null && project.find()) {
            pom = project.group(1);
            return true;
        }
        Matcher match = content.contains(", column ") ? POM_FAULT.matcher(content) : null;
        if (match == null || !match.matches()) {
            return false;
        }
        String file = match.group(2) == null ? pom : match.group(2);
        if (file == null) {
            return false;
        }
        draft.open(match.group(1)).at(file, Place.number(match, 3), Place.number(match, 4));
        draft.close();
        return true;
    }

    private void summary(String content) {
        String line = content.strip();
        if (line.equals("Failures:") || line.equals("Errors:")) {
            inTests = true;
        } else if (line.startsWith("Tests run:") || line.isEmpty()) {
            inTests = false;
        } else if (inTests && tests.size() < MAX_TESTS) {
            Matcher test = TEST.matcher(content);
            if (test.matches()) {
                tests.add(test.group(1));
            }
        } else if (line.startsWith("Failed to execute goal") || (reason == null && isReason(line))) {
            reason = reason != null && reason.startsWith("Failed to execute") ? reason : line;
        }
    }

    private static boolean isReason(String line) {
        return !line.startsWith("COMPILATION ERROR") && !line.startsWith("->") && !line.startsWith("To see the full");
    }

    @Override
    public void end() {
        draft.close();
        int reported = JUnitReports.read(run);
        if (reported == 0) {
            tests.forEach(test -> run.failed(CheckFailure.of(test)));
        }
        if (run.count() == 0 && reason != null) {
            run.failed(CheckFailure.of(reason));
        }
    }
}
