package dev.intellibrix.agenttools.html;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/** Puts blocks one after the other, inside of list items and quotes, and stops at a number of characters. */
final class MarkdownOutput {

    /** Lists and quotes that are nested deeper stand at the depth of the last: each line would begin with all marks. */
    private static final int MAX_DEPTH = 12;

    private final int limit;
    private final StringBuilder out = new StringBuilder();
    private final Deque<Container> containers = new ArrayDeque<>();
    private boolean full;

    MarkdownOutput(int limit) {
        this.limit = limit;
    }

    /** The number of characters that are written at most. */
    int limit() {
        return limit;
    }

    /** Whether something had to be left out for the limit. */
    boolean isFull() {
        return full;
    }

    /**
     * Begins a list item or a quote.
     *
     * @param first what its first line begins with
     * @param rest what its other lines begin with
     * @param tight whether no blank line comes before it
     */
    void push(String first, String rest, boolean tight) {
        boolean tooDeep = containers.size() >= MAX_DEPTH;
        containers.addLast(new Container(tooDeep ? "" : first, tooDeep ? "" : rest, tight));
    }

    /** Ends the innermost item or quote; one without content leaves nothing behind. */
    void pop() {
        containers.removeLast();
    }

    /** A block of one or more lines. */
    void block(String lines) {
        if (full || lines.isEmpty()) {
            return;
        }
        separate();
        String first = startOfFirstLine();
        String rest = startOfOtherLines();
        int start = 0;
        while (start <= lines.length()) {
            int end = lines.indexOf('\n', start);
            end = end < 0 ? lines.length() : end;
            String mark = start == 0 ? first : rest;
            append(end == start ? mark.stripTrailing() : mark)
                    .append(lines, start, end)
                    .append('\n');
            if (out.length() > limit) {
                cut();
                return;
            }
            start = end + 1;
        }
    }

    private StringBuilder append(String text) {
        return out.append(text);
    }

    private void cut() {
        full = true;
        out.setLength(limit);
        if (limit > 0 && Character.isHighSurrogate(out.charAt(limit - 1))) {
            out.setLength(limit - 1);
        }
    }

    private void separate() {
        if (out.length() == 0) {
            return;
        }
        StringBuilder outer = new StringBuilder();
        for (Container container : containers) {
            if (container.fresh) {
                if (!container.tight) {
                    out.append(outer.toString().stripTrailing()).append('\n');
                }
                return;
            }
            outer.append(container.rest);
        }
        out.append(outer.toString().stripTrailing()).append('\n');
    }

    private String startOfFirstLine() {
        StringBuilder start = new StringBuilder();
        for (Iterator<Container> all = containers.iterator(); all.hasNext(); ) {
            Container container = all.next();
            start.append(container.fresh ? container.first : container.rest);
            container.fresh = false;
        }
        return start.toString();
    }

    private String startOfOtherLines() {
        StringBuilder start = new StringBuilder();
        containers.forEach(container -> start.append(container.rest));
        return start.toString();
    }

    @Override
    public String toString() {
        return out.toString().stripTrailing();
    }

    private static final class Container {

        final String first;
        final String rest;
        final boolean tight;
        boolean fresh = true;

        Container(String first, String rest, boolean tight) {
            this.first = first;
            this.rest = rest;
            this.tight = tight;
        }
    }
}
