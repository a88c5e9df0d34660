package dev.intellibrix.workspace;

import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.message.Origin;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Writes what {@code grep} found, as the model reads it, within bounds. Not thread-safe. */
final class GrepReport {

    private static final int MAX_ORIGINS = 50;

    private final GrepMode mode;
    private final int context;
    private final int maxResults;
    private final int maxLineChars;
    private final int maxChars;
    private final GrepPattern pattern;
    private final StringBuilder text = new StringBuilder();
    private final Set<Origin> origins = new LinkedHashSet<>();
    private int results;
    private int moreOrigins;

    GrepReport(GrepMode mode, int context, int maxResults, Bounds bounds, GrepPattern pattern) {
        this.mode = mode;
        this.context = context;
        this.maxResults = maxResults;
        this.maxLineChars = bounds.matchChars();
        this.maxChars = bounds.readChars();
        this.pattern = pattern;
    }

    /** Whether nothing more may be added. */
    boolean isFull() {
        return results >= maxResults || text.length() >= maxChars;
    }

    boolean isEmpty() {
        return results == 0;
    }

    /** Why the report ends, for the model; empty when it is complete as far as this class knows. */
    String cut() {
        if (results >= maxResults) {
            return String.format(
                    Locale.ROOT,
                    "stopped after %,d %s, there may be more; narrow the search or raise maxResults",
                    results,
                    mode == GrepMode.LINES ? plural("match", "matches") : plural("file", "files"));
        }
        return text.length() >= maxChars
                ? "stopped at " + String.format(Locale.ROOT, "%,d", maxChars) + " characters; narrow the search"
                : "";
    }

    private String plural(String one, String several) {
        return results == 1 ? one : several;
    }

    Origin[] origins() {
        Set<Origin> all = new LinkedHashSet<>(origins);
        if (moreOrigins > 0) {
            all.add(Origin.of(Origin.Kind.OVERFLOW, moreOrigins + " more files"));
        }
        return all.toArray(new Origin[0]);
    }

    String text() {
        return text.toString();
    }

    /** Takes what is found in one file. */
    FileReport file(String path) {
        return new FileReport(path);
    }

    /** The part of the report that is about one file. */
    final class FileReport implements MatchSink {

        private final String path;
        private final String shown;
        private long lastLine = -1;
        private int matches;

        private FileReport(String path) {
            this.path = path;
            this.shown = VisibleText.line(path);
        }

        /** Whether anything was found. */
        boolean hasMatches() {
            return matches > 0;
        }

        @Override
        public boolean match(long number, List<String> lines) {
            matches++;
            if (mode != GrepMode.LINES) {
                return mode == GrepMode.COUNT;
            }
            results++;
            long line = number;
            for (String content : lines) {
                add(line++, ':', content);
            }
            return !isFull();
        }

        @Override
        public void context(long number, String content) {
            if (mode == GrepMode.LINES && text.length() < maxChars) {
                add(number, '-', content);
            }
        }

        private void add(long number, char mark, String content) {
            if (context > 0 && !text.isEmpty() && number != lastLine + 1) {
                text.append("--\n");
            }
            lastLine = number;
            text.append(shown).append(mark).append(number).append(mark);
            text.append(LongLine.cut(content, maxLineChars, pattern)).append('\n');
        }

        /** The search of this file is over. */
        void end() {
            if (matches == 0) {
                return;
            }
            if (mode != GrepMode.LINES) {
                results++;
                text.append(shown)
                        .append(mode == GrepMode.COUNT ? ":" + matches : "")
                        .append('\n');
            }
            if (origins.size() < MAX_ORIGINS) {
                origins.add(Origin.of(Origin.Kind.FILE, path));
            } else {
                moreOrigins++;
            }
        }
    }
}
