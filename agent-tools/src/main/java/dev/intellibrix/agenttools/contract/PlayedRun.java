package dev.intellibrix.agenttools.contract;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.intellibrix.agenttools.checks.CheckFailure;
import dev.intellibrix.agenttools.checks.CheckParser;
import dev.intellibrix.agenttools.checks.CheckRun;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A run of a check whose output is at hand; it looks at all that its parser does. */
final class PlayedRun implements CheckRun {

    private final Map<String, String> files = new TreeMap<>();
    private final Map<String, String> reports;
    private final boolean wantsReports;
    private final boolean areReadable;
    private final CheckParser.Reading reading;
    private final List<CheckFailure> failures = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private boolean isOver;

    private PlayedRun(CheckParser parser, Map<String, String> files, Map<String, String> reports, boolean areReadable) {
        this.files.putAll(files);
        this.files.putAll(reports);
        this.reports = new TreeMap<>(reports);
        this.wantsReports = parser.wantsReports();
        this.areReadable = areReadable;
        CheckParser.Reading begun = parser.read(this);
        assertNotNull(begun, "the reading");
        this.reading = begun;
    }

    static PlayedRun of(CheckParser parser, Map<String, String> files, Map<String, String> reports) {
        return new PlayedRun(parser, files, reports, true);
    }

    /** One whose files are gone, or too large, when the parser gets there. */
    static PlayedRun unreadable(CheckParser parser, Map<String, String> files, Map<String, String> reports) {
        return new PlayedRun(parser, files, reports, false);
    }

    PlayedRun line(String text) {
        reading.line(text);
        return this;
    }

    PlayedRun lines(List<String> output) {
        output.forEach(reading::line);
        return this;
    }

    /** What was found, now that the output has ended. */
    List<CheckFailure> end() {
        isOver = true;
        reading.end();
        return List.copyOf(failures);
    }

    /** All that was said of the run. */
    String said() {
        return failures + " " + remarks;
    }

    @Override
    public void failed(CheckFailure failure) {
        failure.file().ifPresent(file -> assertFalse(file.isBlank(), () -> "a file has a name: " + failure));
        failure.line().ifPresent(line -> assertTrue(line > 0, () -> "lines begin with 1: " + failure));
        failure.column().ifPresent(column -> assertTrue(column > 0, () -> "columns begin with 1: " + failure));
        failures.add(failure);
    }

    @Override
    public int count() {
        return failures.size();
    }

    @Override
    public void remark(String text) {
        assertFalse(text.isBlank(), "a remark says something");
        remarks.add(text);
    }

    @Override
    public boolean isFile(String path) {
        return files.containsKey(path);
    }

    @Override
    public Optional<byte[]> read(String path, int maxBytes) {
        assertTrue(maxBytes > 0, "the most bytes");
        return Optional.ofNullable(areReadable ? files.get(path) : null)
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .filter(content -> content.length <= maxBytes);
    }

    @Override
    public List<String> reports() {
        assertTrue(isOver, "reports are looked at when the output has ended");
        assertTrue(wantsReports, "reports are looked at by a parser that wants them");
        return List.copyOf(reports.keySet());
    }
}
