package dev.intellibrix.agenttools.checks;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads pytest: the sections of the failures have the lines and what was asserted, the summary has the files and the whole
 * names. What stands in both is one failure.
 */
final class PytestReading implements CheckParser.Reading {

    private static final Pattern SECTION = Pattern.compile("^_{3,} (.+?) _{3,}$");
    private static final Pattern PLACE = Pattern.compile("^(\\S.*?):(\\d{1,7}): (.*)$");
    private static final Pattern SUMMARY = Pattern.compile("^(?:FAILED|ERROR) (\\S.*)$");
    private static final String DASH = " - ";
    private static final int MAX_SECTIONS = 10_000;
    private static final int MAX_FILES = 100;
    private static final int MAX_DASHES = 50;

    /** What the section of a test says, and the last line that its trace names in each file. */
    private static final class Section {
        private final String name;
        private final Map<String, Place> places = new LinkedHashMap<>();
        private String message = "";
        private boolean taken;

        Section(String name) {
            this.name = name;
        }

        void place(Place place) {
            if (places.size() < MAX_FILES) {
                places.put(place.file(), place);
            }
        }

        int lineIn(String file) {
            Place place = places.get(file);
            return place == null ? 0 : place.line();
        }

        /** The place in the first file of the project, which is that of the test: libraries have absolute paths. */
        Optional<Place> place() {
            return places.values().stream()
                    .filter(place -> !place.file().startsWith("/"))
                    .findFirst()
                    .or(() -> places.values().stream().findFirst());
        }
    }

    private final CheckRun run;
    private final Map<String, Section> sections = new LinkedHashMap<>();
    private @Nullable Section current;

    PytestReading(CheckRun run) {
        this.run = run;
    }

    @Override
    public void line(String text) {
        if (text.startsWith("___")) {
            section(SECTION.matcher(text));
        } else if (text.startsWith("===")) {
            current = null;
        } else if (text.startsWith("FAILED ") || text.startsWith("ERROR ")) {
            summary(text);
        } else if (current != null) {
            body(current, text);
        }
    }

    private void section(Matcher match) {
        if (match.matches() && sections.size() < MAX_SECTIONS) {
            String name = match.group(1).strip();
            current = sections.computeIfAbsent(name, Section::new);
        }
    }

    private static void body(Section section, String text) {
        if (text.startsWith("E ")) {
            if (section.message.isEmpty()) {
                section.message = text.substring(1).strip();
            }
            return;
        }
        Matcher match = text.startsWith(" ") || text.indexOf(':') < 1 ? null : PLACE.matcher(text);
        if (match != null && match.matches()) {
            section.place(new Place(match.group(1), Place.number(match, 2), 0));
        }
    }

    private void summary(String text) {
        Matcher match = SUMMARY.matcher(text);
        if (!match.matches()) {
            return;
        }
        String rest = match.group(1);
        int cut = nodeEnd(rest);
        String node = rest.substring(0, cut);
        String message = cut < rest.length() ? rest.substring(cut + DASH.length()) : "";
        int colons = node.indexOf("::");
        String file = colons < 0 ? node : node.substring(0, colons);
        Section section = sectionOf(node);
        if (section != null) {
            section.taken = true;
            message = message.isEmpty() || message.endsWith("...") ? section.message : message;
        }
        String title = colons < 0 ? "" : node.substring(colons + 2) + ": ";
        String said = title + (message.isEmpty() ? "failed" : message);
        run.failed(CheckFailure.at(file, section == null ? 0 : section.lineIn(file), 0, said));
    }

    /** Where the name of a test ends: ids of parameters hold blanks and dashes as well. */
    private int nodeEnd(String rest) {
        int tries = 0;
        for (int at = rest.indexOf(DASH); at >= 0 && tries < MAX_DASHES; at = rest.indexOf(DASH, at + 1), tries++) {
            if (sectionOf(rest.substring(0, at)) != null) {
                return at;
            }
        }
        int bracket = rest.indexOf("]" + DASH);
        int end = rest.indexOf('[') >= 0 && bracket >= 0 ? bracket + 1 : rest.indexOf(DASH);
        return end < 0 ? rest.length() : end;
    }

    private @Nullable Section sectionOf(String node) {
        int colons = node.indexOf("::");
        if (colons < 0) {
            return sections.get("ERROR collecting " + node);
        }
        String name = node.substring(colons + 2).replace("::", ".");
        Section section = sections.get(name);
        for (String prefix : new String[] {"ERROR at setup of ", "ERROR at teardown of "}) {
            section = section == null ? sections.get(prefix + name) : section;
        }
        return section;
    }

    @Override
    public void end() {
        for (Section section : sections.values()) {
            if (!section.taken) {
                String said = section.name + ": " + (section.message.isEmpty() ? "failed" : section.message);
                section.place().ifPresent(place -> run.failed(CheckFailure.at(place.file(), place.line(), 0, said)));
            }
        }
    }
}
