package dev.intellibrix.agenttools.checks;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.List;

/** Reads the errors of the Kotlin compiler, in the form of both of its generations. */
final class KotlinReading implements CheckParser.Reading {

    private static final List<Pattern> FORMS = List.of(
            Pattern.compile("^e: (\\S.*?): \\((\\d{1,7}), (\\d{1,7})\\): (.*)$"),
            Pattern.compile("^e: (?:file://)?(\\S.*?):(\\d{1,7}):(\\d{1,7}):? (.*)$"));

    private final CheckRun run;

    KotlinReading(CheckRun run) {
        this.run = run;
    }

    @Override
    public void line(String text) {
        if (!text.startsWith("e: ")) {
            return;
        }
        for (Pattern form : FORMS) {
            Matcher match = form.matcher(text);
            if (match.matches()) {
                Place place = Place.of(match, 1);
                run.failed(CheckFailure.at(place.file(), place.line(), place.column(), match.group(4)));
                return;
            }
        }
    }
}
