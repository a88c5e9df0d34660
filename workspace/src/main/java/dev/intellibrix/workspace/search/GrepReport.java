package dev.intellibrix.workspace.search;

import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.message.Origin;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/** Writes what {@code grep} found, as the model reads it, within bounds. Not thread-safe. */
public final class GrepReport {

    private static final int MAX_ORIGINS = 50;

    private final GrepQuery query;
    private final int maxLineChars;
    private final int maxChars;
    private final StringBuilder text = new StringBuilder();
    private final Set<Origin> origins = new LinkedHashSet<>();
    private int results;
    private int moreOrigins;

    public GrepReport(GrepQuery query, int maxLineChars, int maxChars) {
        this.query = query;
        this.maxLineChars = maxLineChars;
        this.maxChars = maxChars;
    }

    /** Whether nothing more may be added. */
    boolean isFull() {
        return results >= query.maxResults() || text.length() >= maxChars;
    }

    public boolean isEmpty() {
        return results == 0;
    }

    /** Why the report ends, for the model; empty when it is complete as far as this class knows. */
    public String cut() {
        if (results >= query.maxResults()) {
            return String.format(
                    Locale.ROOT,
                    "stopped after %,d %s, there may be more; narrow the search or raise maxResults",
                    results,
                    query.mode() == GrepMode.LINES ? plural("match", "matches") : plural("file", "files"));
        }
        return text.length() >= maxChars
                ? "stopped at " + String.format(Locale.ROOT, "%,d", maxChars) + " characters; narrow the search"
                : "";
    }

    private String plural(String one, String several) {
        return results == 1 ? one : several;
    }

    public Origin[] origins() {
        Set<Origin> all = new LinkedHashSet<>(origins);
        if (moreOrigins > 0) {
            all.add(Origin.of(Origin.Kind.OVERFLOW, moreOrigins + " more files"));
        }
        return all.toArray(new Origin[0]);
    }

    /** What was found, without a line feed at its end. */
    public String text() {
        return text.isEmpty() ? "" : text.substring(0, text.length() - 1);
    }

    GrepMode mode() {
        return query.mode();
    }

    /** How many matches, or with another mode than lines files, there are at most. */
    int maxResults() {
        return query.maxResults();
    }

    /** With how many characters the report ends. */
    int maxChars() {
        return maxChars;
    }

    /** A line as it is shown. May be called by any thread. */
    String cutLine(String line) {
        return LongLine.cut(line, maxLineChars, query.pattern());
    }

    /** Adds what was found in one file. */
    void add(FileFindings file) {
        if (file.matches() == 0) {
            return;
        }
        if (query.mode() == GrepMode.LINES) {
            new FileLines(file).add();
        }
        if (file.isComplete()) {
            end(file);
        }
    }

    private void end(FileFindings file) {
        if (query.mode() != GrepMode.LINES) {
            results++;
            text.append(VisibleText.line(file.path()))
                    .append(query.mode() == GrepMode.COUNT ? ":" + file.matches() : "")
                    .append('\n');
        }
        if (origins.size() < MAX_ORIGINS) {
            origins.add(Origin.of(Origin.Kind.FILE, file.path()));
        } else {
            moreOrigins++;
        }
        Runnable sight = file.sight();
        if (sight != null) {
            sight.run();
        }
    }

    /** The lines of one file. */
    private final class FileLines {

        private final FileFindings file;
        private final String shown;
        private long lastLine = -1;

        FileLines(FileFindings file) {
            this.file = file;
            this.shown = VisibleText.line(file.path());
        }

        /** Adds lines until the report is full; what is around the last match is still shown, whatever else it is. */
        void add() {
            long end = Long.MAX_VALUE;
            for (FileFindings.Lines lines : file.lines()) {
                boolean match = lines.match() && end == Long.MAX_VALUE;
                results += match ? 1 : 0;
                long number = lines.number();
                for (String line : lines.texts()) {
                    if (match || (number <= end && text.length() < maxChars)) {
                        add(number, match ? ':' : '-', line);
                    }
                    number++;
                }
                if (match && isFull()) {
                    end = number - 1 + query.context();
                }
            }
        }

        private void add(long number, char mark, String line) {
            if (query.context() > 0 && !text.isEmpty() && number != lastLine + 1) {
                text.append("--\n");
            }
            lastLine = number;
            text.append(shown).append(mark).append(number).append(mark);
            text.append(line).append('\n');
        }
    }
}
