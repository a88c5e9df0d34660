package dev.intellibrix.agenttools.patch;

import dev.intellibrix.agenttools.text.Lines;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One and the same white space that all lines of a hunk have too much or too little at their start. Immutable.
 *
 * @see Tolerance#INDENTATION
 */
final class Indentation {

    private final byte[] blanks;
    private final boolean missing;

    private Indentation(byte[] blanks, boolean missing) {
        this.blanks = blanks;
        this.missing = missing;
    }

    /**
     * What the lines of a hunk lack, or have too much, at a place where they stand but for white space at their ends; null
     * when it is not the same for all, or the added lines can not follow.
     */
    static @Nullable Indentation at(Lines file, int position, List<HunkLine> lines) {
        Indentation shift = null;
        int line = position;
        for (HunkLine each : lines) {
            if (!each.isOld()) {
                continue;
            }
            int end = Math.min(indent(file.data(), file.start(line), file.end(line)), file.end(line));
            byte[] there = Arrays.copyOfRange(file.data(), file.start(line), end);
            boolean blank = end == file.end(line);
            line++;
            if (blank) {
                continue;
            }
            byte[] here = Arrays.copyOf(each.body(), indent(each.body(), 0, each.body().length));
            Indentation needed = between(here, there);
            if (needed == null || (shift != null && !shift.equalTo(needed))) {
                return null;
            }
            shift = needed;
        }
        return shift != null && shift.fitsAdded(lines) ? shift : null;
    }

    private static int indent(byte[] data, int start, int end) {
        int i = start;
        while (i < end && Tolerance.isBlank(data[i])) {
            i++;
        }
        return i;
    }

    private static @Nullable Indentation between(byte[] here, byte[] there) {
        int more = there.length - here.length;
        byte[] longer = more > 0 ? there : here;
        byte[] shorter = more > 0 ? here : there;
        byte[] blanks = Arrays.copyOf(longer, Math.abs(more));
        byte[] rest = Arrays.copyOfRange(longer, Math.abs(more), longer.length);
        return Arrays.equals(rest, shorter) ? new Indentation(blanks, more > 0) : null;
    }

    private boolean equalTo(Indentation other) {
        return Arrays.equals(blanks, other.blanks) && (missing == other.missing || blanks.length == 0);
    }

    private boolean fitsAdded(List<HunkLine> lines) {
        return missing
                || lines.stream()
                        .filter(line -> line.kind() == HunkLine.Kind.ADDED && !isBlankLine(line.body()))
                        .allMatch(line -> line.body().length >= blanks.length
                                && Arrays.equals(blanks, Arrays.copyOf(line.body(), blanks.length)));
    }

    private static boolean isBlankLine(byte[] body) {
        return indent(body, 0, body.length) == body.length;
    }

    /** An added line with the indentation of the lines around it. */
    byte[] apply(byte[] body) {
        if (isBlankLine(body)) {
            return body;
        }
        if (!missing) {
            return Arrays.copyOfRange(body, blanks.length, body.length);
        }
        byte[] shifted = Arrays.copyOf(blanks, blanks.length + body.length);
        System.arraycopy(body, 0, shifted, blanks.length, body.length);
        return shifted;
    }
}
