package dev.intellibrix.agenttools.patch;

import dev.intellibrix.agenttools.text.Lines;
import dev.intellibrix.tool.ToolException;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Puts hunks whose places are known into a file in one pass. Hunks may share context; what one of them changes no other
 * may touch. Added lines get the line ends of the lines around them, unless the hunk shows the file's own. Not
 * thread-safe.
 */
final class Splice {

    private static final byte[] LF = {'\n'};
    private static final byte[] CRLF = {'\r', '\n'};

    /** A line that comes before the line of this index. */
    private static final class Insertion {

        private final int before;
        private final byte[] body;
        private final byte[] end;

        Insertion(int before, byte[] body, byte[] end) {
            this.before = before;
            this.body = body;
            this.end = end;
        }

        int before() {
            return before;
        }
    }

    private final Lines file;
    private final BitSet removed = new BitSet();
    private final BitSet gaps = new BitSet();
    private final List<Insertion> insertions = new ArrayList<>();
    private boolean endsInLineFeed;

    Splice(Lines file) {
        this.file = file;
        this.endsInLineFeed = file.endsInLineFeed();
    }

    /**
     * Adds a hunk.
     *
     * @throws ToolException when it changes nothing, or what another one has; the message begins with a verb
     */
    void add(Place place) {
        List<Insertion> added = new ArrayList<>();
        int line = place.position();
        int removals = 0;
        for (HunkLine each : place.hunk().lines()) {
            if (each.kind() == HunkLine.Kind.ADDED) {
                added.add(insertion(place, line, each));
                continue;
            }
            requireKept(line);
            if (each.kind() == HunkLine.Kind.REMOVED) {
                removed.set(line);
                removals++;
            }
            line++;
        }
        requireOwnGaps(added);
        takeMarks(place.hunk());
        requireChange(place.position(), line, removals, added);
        insertions.addAll(added);
    }

    private Insertion insertion(Place place, int line, HunkLine added) {
        byte[] body = place.shift() == null ? added.body() : place.shift().apply(added.body());
        boolean marked = place.hunk().isOldUnterminated() || place.hunk().isNewUnterminated();
        if (place.tolerance() == Tolerance.NONE && (marked || !isUnterminated(neighbour(place, line)))) {
            return new Insertion(line, body, LF);
        }
        boolean ownReturn = body.length > 0 && body[body.length - 1] == '\r';
        return new Insertion(
                line, ownReturn ? Arrays.copyOf(body, body.length - 1) : body, endAround(neighbour(place, line)));
    }

    /** The line of the file beside which a hunk adds one: the hunk's own line before, or else behind. */
    private static int neighbour(Place place, int line) {
        return line > place.position() ? line - 1 : line;
    }

    private boolean isUnterminated(int line) {
        return line < file.count() && !file.hasLineFeed(line);
    }

    /** How the line ends, or the one before when it has no end. */
    private byte[] endAround(int line) {
        int ended = Math.min(line, file.count() - 1);
        ended = isUnterminated(ended) ? ended - 1 : ended;
        if (ended < 0) {
            return LF;
        }
        int end = file.end(ended);
        return end > file.start(ended) && file.data()[end - 1] == '\r' ? CRLF : LF;
    }

    private void requireKept(int line) {
        if (removed.get(line)) {
            throw new ToolException(
                    "contradicts another hunk, which removes line " + (line + 1) + "; make one hunk of the two");
        }
    }

    private void requireOwnGaps(List<Insertion> added) {
        for (Insertion each : added) {
            if (gaps.get(each.before)) {
                throw new ToolException("contradicts another hunk: both add lines before line " + (each.before + 1)
                        + "; make one hunk of the two");
            }
        }
        added.forEach(each -> gaps.set(each.before));
    }

    private void takeMarks(Hunk hunk) {
        if (hunk.isOldUnterminated() != hunk.isNewUnterminated()) {
            endsInLineFeed = !hunk.isNewUnterminated();
        }
    }

    private void requireChange(int from, int to, int removals, List<Insertion> added) {
        if (added.isEmpty() && removals == 0) {
            throw new ToolException("changes nothing: it has only context");
        }
        Output before = new Output(256);
        copyKept(from, to, new BitSet(), before);
        Output after = new Output(256);
        write(from, to, removed, added, after);
        if (Arrays.equals(before.toByteArray(), after.toByteArray())) {
            throw new ToolException("changes nothing: what it adds is what it removes");
        }
    }

    /** The new content. */
    byte[] content() {
        insertions.sort(Comparator.comparingInt(Insertion::before));
        Output out = new Output(file.data().length + 1_024);
        write(0, file.count(), removed, insertions, out);
        return out.toByteArray();
    }

    private void write(int from, int to, BitSet without, List<Insertion> sorted, Output out) {
        int next = from;
        for (int i = 0; i < sorted.size(); i++) {
            Insertion each = sorted.get(i);
            copyKept(next, each.before, without, out);
            next = each.before;
            if (out.isInLine()) {
                out.writeBytes(each.end); // The line had no end because it was the last, and is not any more.
            }
            out.writeBytes(each.body);
            boolean last = i == sorted.size() - 1 && without.nextClearBit(next) >= file.count();
            if (!last || endsInLineFeed) {
                out.writeBytes(each.end);
            }
        }
        copyKept(next, to, without, out);
    }

    private void copyKept(int from, int to, BitSet without, Output out) {
        int line = without.nextClearBit(from);
        while (line < to) {
            int gap = without.nextSetBit(line);
            int end = gap < 0 || gap > to ? to : gap;
            out.write(file.data(), file.start(line), file.start(end) - file.start(line));
            line = without.nextClearBit(end);
        }
    }

    /** Collects bytes, and knows whether they end within a line. */
    private static final class Output extends ByteArrayOutputStream {

        Output(int size) {
            super(size);
        }

        boolean isInLine() {
            return count > 0 && buf[count - 1] != '\n';
        }
    }
}
