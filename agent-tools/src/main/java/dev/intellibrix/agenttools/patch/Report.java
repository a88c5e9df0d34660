package dev.intellibrix.agenttools.patch;

import dev.intellibrix.agenttools.text.Excerpt;
import dev.intellibrix.workspace.FileContent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What a patch did, one line a file. */
final class Report {

    private static final int MAX_FILES = 200;
    private static final int MAX_NUMBERS = 10;

    private final boolean check;
    private final List<PlannedFile> files;
    private final Set<String> renamed = new HashSet<>();

    /** @param check whether nothing was written, so that the places are of interest */
    Report(List<PlannedFile> files, boolean check) {
        this.check = check;
        this.files = files.stream().filter(PlannedFile::isChanged).toList();
        for (PlannedFile file : this.files) {
            FileState now = file.now();
            if (now != null && now.origin() != null && !now.origin().copied()) {
                renamed.add(now.origin().path());
            }
        }
    }

    String text() {
        List<String> lines = new ArrayList<>();
        if (check) {
            lines.add("the patch fits; this was a check, nothing was written");
        }
        files.stream()
                .map(this::line)
                .filter(line -> !line.isEmpty())
                .limit(MAX_FILES)
                .forEach(lines::add);
        if (files.size() > MAX_FILES) {
            lines.add("and more, " + files.size() + " files in all");
        }
        return String.join("\n", lines);
    }

    private String line(PlannedFile file) {
        String path = Excerpt.path(file.path());
        FileState now = file.now();
        if (now == null) {
            return renamed.contains(file.path()) ? "" : "deleted " + path;
        }
        FileState.Origin origin = now.origin();
        if (origin != null) {
            return (origin.copied() ? "copied " : "renamed ") + Excerpt.path(origin.path()) + " -> " + path
                    + details(file, now);
        }
        return file.before() == null
                ? "created " + path + (now.isExecutable() ? " (executable)" : "")
                : "modified " + path + details(file, now);
    }

    private String details(PlannedFile file, FileState now) {
        List<String> details = new ArrayList<>();
        List<Place> places = now.places();
        if (!places.isEmpty()) {
            details.add(places.size() == 1 ? "1 hunk" : places.size() + " hunks");
            if (check) {
                details.add("at " + lineNumbers(places));
            }
            moved(places, details);
            notes(places, details);
        }
        FileContent was = now.like() != null ? now.like() : file.before();
        if (now.hasOwnMode() && now.isExecutable() != (was != null && was.isExecutable())) {
            details.add(now.isExecutable() ? "executable" : "not executable");
        }
        return details.isEmpty() ? "" : " (" + String.join(", ", details) + ")";
    }

    private static void moved(List<Place> places, List<String> details) {
        List<Integer> distances =
                places.stream().map(Place::moved).filter(by -> by != 0).toList();
        if (!distances.isEmpty()) {
            String by = distances.stream()
                    .distinct()
                    .limit(MAX_NUMBERS)
                    .map(String::valueOf)
                    .collect(Collectors.joining(", "));
            boolean one = distances.stream().allMatch(each -> Math.abs(each) == 1);
            details.add(distances.size() + " moved by " + by + (one ? " line" : " lines"));
        }
    }

    private static void notes(List<Place> places, List<String> details) {
        for (Tolerance tolerance : Tolerance.values()) {
            long count = places.stream()
                    .filter(place -> place.tolerance() == tolerance)
                    .count();
            if (count > 0 && !tolerance.note().isEmpty()) {
                details.add(count + " found " + tolerance.note());
            }
        }
    }

    /** The lines at which hunks begin, as text. */
    static String lineNumbers(List<Place> places) {
        String numbers = places.stream()
                .limit(MAX_NUMBERS)
                .map(place -> String.valueOf(place.position() + 1))
                .collect(Collectors.joining(", "));
        return (places.size() == 1 ? "line " : "lines ") + numbers + (places.size() > MAX_NUMBERS ? ", ..." : "");
    }
}
