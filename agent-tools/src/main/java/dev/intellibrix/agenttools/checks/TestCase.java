package dev.intellibrix.agenttools.checks;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A test of a report, and where its code stands.
 *
 * @param className the class as the report has it; empty when it has none
 * @param name the test's name for people
 * @param file the file, where the report has it
 * @param line the line, where the report has it
 * @param report the path of the report
 */
record TestCase(String className, String name, String file, String line, String report) {

    /** A frame of a Java stack trace; a class loader and a module may stand before the class. */
    private static final Pattern FRAME =
            Pattern.compile("^\\s*at (?:\\S*/)?([^\\s()/]+)\\.([^.()]+)\\(([^():]+):(\\d{1,7})\\)");

    private static final Pattern PLACE = Pattern.compile("^((?:[A-Za-z]:[\\\\/])?[^:]+):(\\d{1,7}):");

    /** Each look opens a file. */
    private static final int MAX_LOOKS = 100;

    private static final List<String> SOURCES = List.of(
            "src/test/java/",
            "src/test/kotlin/",
            "src/it/java/",
            "src/integrationTest/java/",
            "src/integrationTest/kotlin/",
            "src/test/groovy/",
            "src/test/scala/",
            "src/main/java/",
            "src/main/kotlin/",
            "test/",
            "src/");

    CheckFailure failure(String message, String details, CheckRun run) {
        String title = className.isEmpty() ? name : name.isEmpty() ? className : className + " > " + name;
        String first = details.lines().findFirst().orElse("");
        String said = message.isBlank() ? first : message;
        String text = said.isBlank() ? title + " failed" : title + ": " + said.strip();
        Place place = place(details, run);
        return place == null ? CheckFailure.of(text) : CheckFailure.at(place.file(), place.line(), 0, text);
    }

    private @Nullable Place place(String details, CheckRun run) {
        if (!file.isEmpty() && line.length() < 8 && line.matches("[0-9]+")) {
            return new Place(file, Integer.parseInt(line), 0);
        }
        Place first = null;
        int looks = 0;
        for (String each : (Iterable<String>) details.lines()::iterator) {
            Matcher match = FRAME.matcher(each);
            if (!match.find()) {
                Matcher inText = PLACE.matcher(each.strip());
                if (first == null && looks < MAX_LOOKS && inText.find()) {
                    looks++;
                    first = placeInText(inText, run);
                }
            } else if (isOwn(match.group(1))) {
                return inSources(match.group(1), match.group(3), Place.number(match, 4), run);
            }
        }
        return first;
    }

    private boolean isOwn(String frameClass) {
        return frameClass.equals(className) || frameClass.startsWith(className + "$");
    }

    /** Reports of other languages hold what their test runner prints. */
    private static @Nullable Place placeInText(Matcher match, CheckRun run) {
        return run.isFile(match.group(1)) ? new Place(match.group(1), Place.number(match, 2), 0) : null;
    }

    /** Finds the file of a class: a report only has the file's name. */
    private Place inSources(String frameClass, String fileName, int lineNumber, CheckRun run) {
        int dot = frameClass.lastIndexOf('.');
        String below = (dot < 0 ? "" : frameClass.substring(0, dot + 1).replace('.', '/')) + fileName;
        return new Place(inSources(module(), below, run), lineNumber, 0);
    }

    /** The path of a source file of a module, from its path below the folder of sources; the latter when it is not found. */
    static String inSources(String module, String below, CheckRun run) {
        return SOURCES.stream()
                .map(sources -> module + sources + below)
                .filter(run::isFile)
                .findFirst()
                .orElse(below);
    }

    /** The folder of the module that wrote the report, with a slash at its end; empty for the root. */
    private String module() {
        for (String output : List.of("target/", "build/")) {
            int at = ("/" + report).lastIndexOf("/" + output);
            if (at >= 0) {
                return report.substring(0, at);
            }
        }
        return "";
    }
}
