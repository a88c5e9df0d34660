package dev.intellibrix.workspace.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a search found in one file, kept until it is the file's turn in the report: never more than the whole report may
 * have. Used by one thread at a time.
 */
final class FileFindings implements MatchSink {

    /** What became of a file. */
    enum Outcome {
        LINK,
        BINARY,
        TOO_LARGE,
        UNREADABLE,
        SEARCHED
    }

    /** Mark, line feed, and at least one digit of a number between two marks. */
    private static final int LEAST_CHARS_BESIDE_TEXT = 4;

    private final String path;
    private final GrepReport report;
    private final List<Lines> lines = new ArrayList<>(0);
    private Outcome outcome = Outcome.UNREADABLE;
    private @Nullable IOException failure;
    private @Nullable Runnable sight;
    private boolean complete;
    private int matches;
    private long chars;

    /**
     * Findings of one file.
     *
     * @param report says how much can be shown at most, and how long lines are cut
     */
    FileFindings(String path, GrepReport report) {
        this.path = path;
        this.report = report;
    }

    /**
     * Lines that are to be shown, cut to the length that is shown.
     *
     * @param number of the first one
     * @param match whether they are a match; otherwise they are around one
     */
    record Lines(long number, List<String> texts, boolean match) {}

    String path() {
        return path;
    }

    Outcome outcome() {
        return outcome;
    }

    /** Why the file could not be read to its end; null when it could. */
    @Nullable IOException failure() {
        return failure;
    }

    /** Whether the search reached the end of the file, or the end of what can be shown. */
    boolean isComplete() {
        return complete;
    }

    int matches() {
        return matches;
    }

    /** How many characters the lines have, about. */
    long chars() {
        return chars;
    }

    List<Lines> lines() {
        return lines;
    }

    /** What is to be done when the lines are shown; null when nothing is. */
    @Nullable Runnable sight() {
        return sight;
    }

    void end(Outcome how) {
        outcome = how;
        complete = true;
    }

    void searching() {
        outcome = Outcome.SEARCHED;
    }

    void fail(IOException cause) {
        failure = cause;
    }

    void sight(Runnable whenShown) {
        sight = whenShown;
    }

    @Override
    public boolean match(long number, List<String> texts) {
        matches++;
        return switch (report.mode()) {
            case LINES -> {
                add(number, texts, true);
                yield matches < report.maxResults() && chars < report.maxChars();
            }
            case COUNT -> true;
            case FILES -> false;
        };
    }

    @Override
    public void context(long number, String text) {
        add(number, List.of(text), false);
    }

    private void add(long number, List<String> texts, boolean match) {
        List<String> cut = new ArrayList<>(texts.size());
        for (String text : texts) {
            String shown = report.cutLine(text);
            cut.add(shown);
            chars += shown.length() + path.length() + LEAST_CHARS_BESIDE_TEXT;
        }
        lines.add(new Lines(number, cut, match));
    }
}
