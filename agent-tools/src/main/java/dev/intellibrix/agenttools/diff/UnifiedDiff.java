package dev.intellibrix.agenttools.diff;

import dev.intellibrix.agenttools.text.GitName;
import dev.intellibrix.agenttools.text.Lines;
import java.util.ArrayList;
import java.util.List;

/** Changes as a unified diff, in the form that git writes and reads. Not thread-safe. */
final class UnifiedDiff {

    private final Lines a;
    private final Lines b;
    private final int context;
    private final int maxChars;
    private final StringBuilder out = new StringBuilder();
    private boolean cut;

    UnifiedDiff(Lines a, Lines b, int context, int maxChars) {
        this.a = a;
        this.b = b;
        this.context = context;
        this.maxChars = maxChars;
    }

    /**
     * The diff, with the same name on both sides, so that it can be applied to that file.
     *
     * @param changes at least one
     */
    String text(String name, List<Change> changes) {
        out.append("--- ").append(header("a/" + name)).append('\n');
        out.append("+++ ").append(header("b/" + name)).append('\n');
        List<List<Change>> hunks = hunks(changes);
        int whole = 0;
        while (whole < hunks.size() && hunk(hunks.get(whole))) {
            whole++;
        }
        if (whole < hunks.size()) {
            out.append("[cut at ").append(maxChars).append(" characters: ");
            out.append(whole).append(" of ").append(hunks.size()).append(" hunks are shown");
            out.append(whole == 0 ? ", and a part of the first, which can not be applied" : "");
            out.append("; compare smaller parts, or ask for less context]\n");
        }
        return out.toString();
    }

    /** A name with a blank is followed by a tab, so that it is told from a time. */
    private static String header(String name) {
        String quoted = GitName.quote(name);
        return quoted.equals(name) && name.indexOf(' ') >= 0 ? name + "\t" : quoted;
    }

    /** Changes whose contexts touch are one hunk. */
    private List<List<Change>> hunks(List<Change> changes) {
        List<List<Change>> hunks = new ArrayList<>();
        List<Change> current = new ArrayList<>();
        for (Change change : changes) {
            if (!current.isEmpty()
                    && change.aStart() - current.get(current.size() - 1).aEnd() > 2L * context) {
                hunks.add(current);
                current = new ArrayList<>();
            }
            current.add(change);
        }
        hunks.add(current);
        return hunks;
    }

    /** Adds a hunk; false when it was too long, and is left out, or shown in part when it is the first. */
    private boolean hunk(List<Change> changes) {
        Change first = changes.get(0);
        Change last = changes.get(changes.size() - 1);
        int before = Math.min(context, first.aStart());
        int after = Math.min(context, a.count() - last.aEnd());
        int start = out.length();
        out.append("@@ -").append(span(first.aStart() - before, last.aEnd() + after));
        out.append(" +")
                .append(span(first.bStart() - before, last.bEnd() + after))
                .append(" @@\n");
        int line = first.aStart() - before;
        for (Change change : changes) {
            lines(' ', a, line, change.aStart());
            lines('-', a, change.aStart(), change.aEnd());
            lines('+', b, change.bStart(), change.bEnd());
            line = change.aEnd();
        }
        lines(' ', a, line, last.aEnd() + after);
        if (cut && hasHunkBefore(start)) {
            out.setLength(start);
        }
        return !cut;
    }

    private boolean hasHunkBefore(int end) {
        int first = out.indexOf("\n@@ ");
        return first >= 0 && first + 1 < end;
    }

    private static String span(int from, int to) {
        int count = to - from;
        int start = count == 0 ? from : from + 1;
        return count == 1 ? String.valueOf(start) : start + "," + count;
    }

    private void lines(char mark, Lines text, int from, int to) {
        for (int line = from; line < to && !cut; line++) {
            int length = text.end(line) - text.start(line);
            if (out.length() + length / 4 > maxChars) {
                cut = true;
                return;
            }
            String content = text.text(line);
            if (out.length() + content.length() > maxChars) {
                cut = true;
                return;
            }
            out.append(mark).append(content).append('\n');
            if (!text.hasLineFeed(line)) {
                out.append("\\ No newline at end of file\n");
            }
        }
    }
}
