package dev.intellibrix.agenttools.checks;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Reads the JSON report that Jest has and Vitest shares, where it stands on one line of the output. */
final class TestJson {

    private static final Pattern FRAME =
            Pattern.compile("^\\s+at (?:.*\\()?([^()\\s]+?):(\\d{1,7}):(\\d{1,7})\\)?\\s*$");

    private TestJson() {}

    static boolean isReport(String line) {
        return line.startsWith("{") && line.contains("\"numTotalTests\"");
    }

    static void read(String line, CheckRun run) {
        try {
            for (JsonNode file : Json.parseLeniently(line).path("testResults")) {
                readFile(file, run);
            }
        } catch (JsonFault e) {
            run.remark("the JSON report could not be read: " + e.getMessage());
        }
    }

    private static void readFile(JsonNode file, CheckRun run) {
        String name = file.path("name").asString("");
        boolean testFailed = false;
        for (JsonNode test : file.path("assertionResults")) {
            if (test.path("status").asString("").equals("failed")) {
                testFailed = true;
                String title = test.path("fullName").asString("");
                run.failed(failure(
                        name, title, test.path("failureMessages").path(0).asString("")));
            }
        }
        if (!testFailed && file.path("status").asString("").equals("failed")) {
            run.failed(failure(name, "", file.path("message").asString("failed")));
        }
    }

    private static CheckFailure failure(String file, String title, String details) {
        String first = details.lines().findFirst().orElse("failed").strip();
        String message = title.isEmpty() ? first : title.strip() + ": " + first;
        Optional<Place> place = details.lines().flatMap(TestJson::frame).findFirst();
        return place.map(found -> CheckFailure.at(found.file(), found.line(), found.column(), message))
                .orElseGet(() -> CheckFailure.at(file, 0, 0, message));
    }

    /** The place that a line of a stack trace names, unless it is in somebody else's code. */
    static Stream<Place> frame(String line) {
        Matcher match = FRAME.matcher(line);
        if (!match.matches()) {
            return Stream.of();
        }
        Place place = Place.of(match, 1);
        return place.isForeign() ? Stream.of() : Stream.of(place);
    }
}
