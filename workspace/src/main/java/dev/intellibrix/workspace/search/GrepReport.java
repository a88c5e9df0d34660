package dev.intellibrix.workspace.search;

import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.message.Origin;
import java.util.LinkedHashSet;
import java.util.List;
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
            if (query.mode() != GrepMode.LINES) {
                return query.mode() == GrepMode.COUNT;
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
            if (query.mode() == GrepMode.LINES && text.length() < maxChars) {
                add(number, '-', content);
            }
        }

        private void add(long number, char mark, String content) {
            if (query.context() > 0 && !text.isEmpty() && number != lastLine + 1) {
                text.append("--\n");
            }
            lastLine = number;
            text.append(shown).append(mark).append(number).append(mark);
            text.append(LongLine.cut(content, maxLineChars, query.pattern())).append('\n');
        }

        /** The search of this file is over. */
        void end() {
            if (matches == 0) {
                return;
            }
            if (query.mode() != GrepMode.LINES) {
                results++;
                text.append(shown)
                        .append(query.mode() == GrepMode.COUNT ? ":" + matches : "")
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
