package dev.intellibrix.agenttools.patch;

import dev.intellibrix.tool.ToolException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads hunks. Where one ends is told by the counts in its header, when they agree with what stands there; models often
 * miscount, and then it ends before the next line that can not belong to it.
 */
final class HunkReader {

    /** What decides where a hunk ends. */
    enum Reading {
        COUNTS,
        MARKS
    }

    /**
     * A part of the patch.
     *
     * @param end the index of the line behind it
     * @param atEnd whether a mark says that the file ends there
     */
    private record Extent(List<HunkLine> lines, int end, boolean atEnd) {}

    private final PatchText text;
    private final Reading reading;
    private boolean ambiguous;
    private int position;

    HunkReader(PatchText text, Reading reading) {
        this.text = text;
        this.reading = reading;
    }

    /** Whether counts and marks disagree about the end of any hunk. */
    boolean isAmbiguous() {
        return ambiguous;
    }

    /** The line behind the hunks that were read last. */
    int position() {
        return position;
    }

    /** Reads the hunks that begin here, each with a header. */
    List<Hunk> read(int start) {
        position = start;
        List<Hunk> hunks = new ArrayList<>();
        int next = skipBlank(start);
        while (text.isHunkHeader(next)) {
            hunks.add(readOne(next, hunks.size() + 1));
            next = skipBlank(position);
        }
        return hunks;
    }

    /** Reads the hunks of an envelope's section: they have no numbers, and the first may have no header. */
    List<Hunk> readUnnumbered(int start) {
        List<Hunk> hunks = new ArrayList<>();
        position = start;
        if (start < text.size() && !text.endsAnyHunk(start) && text.isBody(start)) {
            hunks.add(body(HunkHeader.none(), List.of(), start, 1));
        }
        for (Hunk each : read(position)) {
            hunks.add(each.numbered(hunks.size() + 1));
        }
        return hunks;
    }

    private int skipBlank(int from) {
        int next = from;
        while (next < text.size() && text.isBlank(next)) {
            next++;
        }
        return next;
    }

    private Hunk readOne(int start, int number) {
        HunkHeader header = HunkHeader.of(text.header(start), start + 1);
        List<String> anchors = new ArrayList<>();
        int next = start;
        while (header.oldStart() == 0 && text.isHunkHeader(next + 1)) {
            anchors.add(header.anchor());
            next++;
            header = HunkHeader.of(text.header(next), next + 1);
        }
        anchors.add(header.anchor());
        anchors.removeIf(String::isEmpty);
        return body(header, anchors, next + 1, number);
    }

    private Hunk body(HunkHeader header, List<String> anchors, int start, int number) {
        Extent extent = extent(header, start);
        if (extent.lines.isEmpty()) {
            throw new ToolException("patch line " + start + ": this hunk has no lines");
        }
        position = extent.end;
        checkMarks(extent.lines, start);
        return new Hunk(number, header.text(), header.oldStart(), anchors, extent.lines, extent.atEnd);
    }

    private Extent extent(HunkHeader header, int start) {
        Extent counted = header.hasCounts() ? byCounts(start, header.oldCount(), header.newCount()) : null;
        if (counted == null || reading == Reading.MARKS) {
            return byMarks(start, true);
        }
        ambiguous |= byMarks(start, false).lines.size() != counted.lines.size();
        return counted;
    }

    /** The hunk as the counts have it; null when they do not agree with the lines. */
    private @Nullable Extent byCounts(int start, int oldCount, int newCount) {
        List<HunkLine> lines = new ArrayList<>();
        int oldLeft = oldCount;
        int newLeft = newCount;
        int i = start;
        while (oldLeft > 0 || newLeft > 0) {
            if (i >= text.size() || !(text.isBody(i) || text.isBlank(i))) {
                return null;
            }
            if (!mark(lines, i)) {
                HunkLine line = HunkLine.of(text.line(i));
                oldLeft -= line.isOld() ? 1 : 0;
                newLeft -= line.isNew() ? 1 : 0;
                lines.add(line);
            }
            i++;
        }
        if (i < text.size() && mark(lines, i)) {
            i++;
        }
        return oldLeft < 0 || newLeft < 0 || lines.isEmpty() || !text.mayFollowHunk(i)
                ? null
                : new Extent(lines, i, false);
    }

    /** The hunk up to the next line that can not belong to it. */
    private Extent byMarks(int start, boolean strict) {
        List<HunkLine> lines = new ArrayList<>();
        int i = start;
        while (!text.endsAnyHunk(i) && (text.isBody(i) || text.isBlank(i))) {
            if (!mark(lines, i)) {
                lines.add(HunkLine.of(text.line(i)));
            }
            i++;
        }
        if (strict) {
            requireEnd(i);
        }
        while (!lines.isEmpty() && lines.get(lines.size() - 1).isBare()) {
            lines.remove(lines.size() - 1);
        }
        boolean atEnd = i < text.size() && text.header(i).equals("*** End of File");
        return new Extent(lines, atEnd ? i + 1 : i, atEnd);
    }

    /** Takes the mark that the line before it has no line feed; only the backslash says so, its text is in any language. */
    private boolean mark(List<HunkLine> lines, int i) {
        if (!text.line(i).startsWith("\\")) {
            return false;
        }
        if (!lines.isEmpty()) {
            lines.set(lines.size() - 1, lines.get(lines.size() - 1).marked());
        }
        return true;
    }

    /** Text may follow a hunk; but not text that more of the hunk follows, or a part of it would be lost. */
    private void requireEnd(int end) {
        for (int i = end; !text.endsAnyHunk(i); i++) {
            if (text.isBody(i) && !text.isFileHeader(i) && !text.line(i).startsWith("+++ ")) {
                throw new ToolException("patch line " + (end + 1)
                        + ": every line of a hunk begins with a blank, - or +, and this one does not");
            }
        }
    }

    private static void checkMarks(List<HunkLine> lines, int start) {
        boolean oldEnded = false;
        boolean newEnded = false;
        for (HunkLine line : lines) {
            if ((line.isOld() && oldEnded) || (line.isNew() && newEnded)) {
                throw new ToolException("patch line " + start
                        + ": in this hunk a line follows the one that is marked as the file's last");
            }
            oldEnded |= line.isOld() && line.isUnterminated();
            newEnded |= line.isNew() && line.isUnterminated();
        }
    }
}
