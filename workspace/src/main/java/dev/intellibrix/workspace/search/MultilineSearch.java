package dev.intellibrix.workspace.search;

import dev.intellibrix.tool.Cancellation;
import java.util.List;

/**
 * Searches files as a whole, so that a match can go over line ends, which are line feeds whatever the file has. Matches
 * that share a line are one. Used on one thread.
 */
final class MultilineSearch {

    private final GrepPattern pattern;
    private final int context;
    private final Cancellation cancellation;

    /**
     * A search.
     *
     * @param context how many lines before and behind a match are shown
     */
    MultilineSearch(GrepPattern pattern, int context, Cancellation cancellation) {
        this.pattern = pattern;
        this.context = context;
        this.cancellation = cancellation;
    }

    /** Searches a file that is in the window as a whole. */
    void run(TextWindow window, MatchSink sink) {
        String view = window.view();
        if (pattern.required().isNothing() || pattern.required().in(view).from(0) < view.length()) {
            new Scan(window.text(0, view.length()).replace("\r\n", "\n"), sink).run();
        }
    }

    private final class Scan {

        private final String text;
        private final MatchSink sink;
        private final GrepPattern.Finder finder;
        private int at; // The start of the first line that was not passed yet.
        private long line = 1;
        private int from;

        Scan(String text, MatchSink sink) {
            this.text = text;
            this.sink = sink;
            this.finder = pattern.in(text, cancellation);
        }

        void run() {
            int contextLeft = 0;
            boolean more = true;
            boolean found = find();
            while (found && more) {
                int start = lineStart(finder.start());
                int end = blockEnd();
                found = find();
                while (found && lineStart(finder.start()) <= end) {
                    end = Math.max(end, blockEnd());
                    found = find();
                }
                contextLeft = showContext(contextLeft, start);
                showBefore(start);
                more = sink.match(line, List.of(text.substring(start, end).split("\n", -1)));
                pass(Math.min(end + 1, text.length()));
                contextLeft = context;
            }
            showContext(contextLeft, text.length());
        }

        /** Finds the next match; one behind the last line feed is on no line. */
        private boolean find() {
            cancellation.throwIfCancelled();
            if (from > text.length() || !finder.find(from)) {
                return false;
            }
            int end = finder.end();
            from = end > finder.start() ? end : end + 1;
            return finder.start() < text.length() || (!text.isEmpty() && !text.endsWith("\n"));
        }

        private int blockEnd() {
            return lineEnd(Math.max(finder.start(), finder.end() - 1));
        }

        private int lineStart(int index) {
            return text.lastIndexOf('\n', index - 1) + 1;
        }

        private int lineEnd(int index) {
            int end = text.indexOf('\n', index);
            return end < 0 ? text.length() : end;
        }

        /** Shows lines behind a match up to an index; returns how many are still to be shown. */
        private int showContext(int lines, int to) {
            int left = lines;
            while (left > 0 && at < to) {
                showLine();
                left--;
            }
            return left;
        }

        private void showBefore(int start) {
            int first = start;
            for (int i = 0; i < context && first > at; i++) {
                first = lineStart(first - 1);
            }
            pass(first);
            while (at < start) {
                showLine();
            }
        }

        private void showLine() {
            int end = lineEnd(at);
            sink.context(line, text.substring(at, end));
            pass(Math.min(end + 1, text.length()));
        }

        private void pass(int to) {
            for (int end = lineEnd(at); end < to; end = lineEnd(at)) {
                at = end + 1;
                line++;
            }
            at = Math.max(at, to);
        }
    }
}
