package dev.intellibrix.workspace.search;

import dev.intellibrix.tool.Cancellation;
import java.io.IOException;
import java.util.List;

/**
 * Searches files line by line. Lines are looked at only where their bytes hold what the pattern requires, and only those
 * are decoded. A carriage return before a line feed is no part of the line. Used on one thread.
 */
final class LineSearch {

    /** How many bytes before the next window are kept for lines around a match. */
    private static final int MAX_KEPT = 1024 * 1024;

    private final int context;
    private final boolean shown;
    private final Cancellation cancellation;
    private final LineMatcher matcher;

    /**
     * A search.
     *
     * @param context how many lines before and behind a match are shown
     * @param shown whether lines are shown at all; otherwise neither their texts nor their numbers are of interest
     */
    LineSearch(GrepPattern pattern, int context, boolean shown, Cancellation cancellation) {
        this.context = context;
        this.shown = shown;
        this.cancellation = cancellation;
        this.matcher = new LineMatcher(pattern, cancellation);
    }

    /** Searches the file in the window, as far as the sink wants to hear of it. */
    void run(TextWindow window, MatchSink sink) throws IOException {
        new Scan(window, sink).run();
    }

    /** A scan of one file. Line numbers are those of the line that begins at {@code at}. */
    private final class Scan {

        private final TextWindow window;
        private final MatchSink sink;
        private String view;
        private int at;
        private int limit;
        private long line = 1;
        private long shownTo; // The last line that was shown.
        private int contextLeft;
        private int matchStart;
        private int matchEnd;

        Scan(TextWindow window, MatchSink sink) {
            this.window = window;
            this.sink = sink;
            this.view = window.view();
            matcher.in(window);
        }

        void run() throws IOException {
            while (scanWindow() && !window.isAtEnd()) {
                cancellation.throwIfCancelled();
                int keep = Math.max(back(at, context), at - MAX_KEPT);
                window.moveTo(keep);
                at -= keep;
                view = window.view();
                matcher.in(window);
            }
        }

        /** False when the sink has had enough. */
        private boolean scanWindow() {
            limit = window.completeTo();
            while (at < limit) {
                boolean found = findLine();
                showContextTo(found ? matchStart : limit);
                if (!found) {
                    skipRest();
                    return true;
                }
                skipTo(matchStart);
                if (!showMatch()) {
                    return false;
                }
            }
            return true;
        }

        private boolean showMatch() {
            showBefore();
            int end = contentEnd(matchStart, matchEnd);
            boolean more = sink.match(line, shown ? List.of(window.text(matchStart, end)) : List.of());
            shownTo = line;
            advance(matchEnd);
            contextLeft = context;
            if (!more) {
                showContextTo(limit);
            }
            return more;
        }

        /** Finds the next line that matches and begins at the present place or behind it. */
        private boolean findLine() {
            int from = at;
            for (int tries = 1; from < limit; tries++) {
                if ((tries & 0xff) == 0) {
                    cancellation.throwIfCancelled();
                }
                int hit = matcher.candidate(from, limit);
                if (hit >= limit) {
                    return false;
                }
                int start = view.lastIndexOf('\n', hit - 1) + 1;
                matchStart = Math.max(start, at);
                matchEnd = lineEnd(hit);
                if (matcher.matches(matchStart, contentEnd(matchStart, matchEnd))) {
                    return true;
                }
                from = matchEnd + 1;
            }
            return false;
        }

        private int lineEnd(int from) {
            int end = view.indexOf('\n', from);
            return end < 0 || end > limit ? limit : end;
        }

        private int contentEnd(int start, int end) {
            return end > start && end < view.length() && view.charAt(end) == '\n' && view.charAt(end - 1) == '\r'
                    ? end - 1
                    : end;
        }

        private void showBefore() {
            int from = matchStart;
            long number = line;
            while (from > 0 && number > shownTo + 1 && number > line - context) {
                from = view.lastIndexOf('\n', from - 2) + 1;
                number--;
            }
            while (from < matchStart) {
                int end = lineEnd(from);
                sink.context(number++, window.text(from, contentEnd(from, end)));
                from = end + 1;
            }
        }

        /** Shows the lines behind the last match, up to an index. */
        private void showContextTo(int to) {
            while (contextLeft > 0 && at < to) {
                int end = lineEnd(at);
                sink.context(line, window.text(at, contentEnd(at, end)));
                shownTo = line;
                contextLeft--;
                advance(end);
            }
        }

        private void advance(int end) {
            at = Math.min(end + 1, limit);
            line++;
        }

        /** Lines are counted only where a later window may hold a match. */
        private void skipRest() {
            if (window.isAtEnd()) {
                at = limit;
            } else {
                skipTo(limit);
            }
        }

        private void skipTo(int index) {
            if (!shown) {
                at = index;
                return;
            }
            while (at < index) {
                int end = view.indexOf('\n', at);
                if (end < 0 || end >= index) {
                    at = index;
                } else {
                    at = end + 1;
                    line++;
                }
            }
        }

        /** The index where the line begins that is so many lines above one. */
        private int back(int from, int lines) {
            int index = from;
            for (int i = 0; i < lines && index > 0; i++) {
                index = view.lastIndexOf('\n', index - 2) + 1;
            }
            return index;
        }
    }
}
