package dev.intellibrix.agenttools.patch;

import dev.intellibrix.agenttools.text.Lines;
import dev.intellibrix.tool.ToolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the place of each hunk in a file by its context and removed lines, all of them: exactly where it can, with the
 * least tolerance otherwise. Of several places the nearest to the line number counts; when that does not decide, none
 * does. Not thread-safe.
 */
final class HunkFinder {

    private static final int LISTED = 20;

    private final Lines file;
    private final Map<Tolerance, LineIndex> indexes = new EnumMap<>(Tolerance.class);
    private int drift; // How far the last hunk lay from its line number.

    HunkFinder(Lines file) {
        this.file = file;
    }

    /**
     * The place of a hunk that has context or removed lines.
     *
     * @throws ToolException when there is none, or more than one; the message begins with a verb
     */
    Place find(Hunk hunk) {
        Place found = search(hunk);
        if (found == null && hunk.hasBareTail()) {
            found = search(hunk.withoutBareTail());
        }
        if (found == null) {
            throw new ToolException(new NearMiss(file, this::index).describe(hunk));
        }
        drift = hunk.oldStart() == 0 ? drift : found.moved();
        return found;
    }

    private @Nullable Place search(Hunk hunk) {
        LineSequence wanted = new LineSequence(hunk.oldLines());
        for (Tolerance tolerance : Tolerance.values()) {
            Attempt attempt = new Attempt(hunk, wanted, tolerance);
            Place found = attempt.search();
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private LineIndex index(Tolerance tolerance) {
        return indexes.computeIfAbsent(tolerance, each -> new LineIndex(file, each));
    }

    /** The search for one hunk with one tolerance. */
    private final class Attempt {

        private final Hunk hunk;
        private final List<HunkLine> oldLines;
        private final LineSequence wanted;
        private final Tolerance tolerance;

        Attempt(Hunk hunk, LineSequence wanted, Tolerance tolerance) {
            this.hunk = hunk;
            this.oldLines = hunk.oldLines();
            this.wanted = wanted;
            this.tolerance = tolerance;
        }

        @Nullable Place search() {
            int hint = hunk.oldStart() - 1;
            if (hint >= 0) {
                Place exact = at(hint);
                if (exact != null) {
                    return exact;
                }
            }
            int[] starts = wanted.candidates(index(tolerance), file.count());
            if (starts.length == 0) {
                return null;
            }
            return hint >= 0 ? nearest(starts, hint) : only(starts, hunk.anchors());
        }

        /** The hunk at a place; null when it does not fit there. */
        private @Nullable Place at(int start) {
            if (start < 0 || start + wanted.size() > file.count() || !marksFit(start)) {
                return null;
            }
            for (int i = 0; i < wanted.size(); i++) {
                if (!isAt(start + i, i)) {
                    return null;
                }
            }
            if (tolerance != Tolerance.INDENTATION) {
                return new Place(hunk, start, tolerance, null);
            }
            Indentation shift = Indentation.at(file, start, hunk.lines());
            return shift == null ? null : new Place(hunk, start, tolerance, shift);
        }

        private boolean isAt(int line, int i) {
            Tolerance allowed =
                    tolerance == Tolerance.PUNCTUATION && oldLines.get(i).kind() == HunkLine.Kind.REMOVED
                            ? Tolerance.TRAILING
                            : tolerance;
            byte[] body = wanted.body(i);
            return allowed.same(file.data(), file.start(line), file.end(line), body, 0, body.length);
        }

        private boolean marksFit(int start) {
            if (!hunk.endsFile()) {
                return true;
            }
            boolean atEnd = start + wanted.size() == file.count();
            boolean marked = hunk.isOldUnterminated() || hunk.isNewUnterminated();
            return atEnd
                    && (tolerance != Tolerance.NONE || !marked || hunk.isOldUnterminated() != file.endsInLineFeed());
        }

        /** The place that is nearest to the line number, also when the file grew or shrank before it as it did so far. */
        private @Nullable Place nearest(int[] starts, int hint) {
            Place best = nearestTo(starts, hint);
            if (best != null && drift != 0) {
                Place drifted = nearestTo(starts, hint + drift);
                if (drifted == null || drifted.position() != best.position()) {
                    throw ambiguous(starts);
                }
            }
            return best;
        }

        private @Nullable Place nearestTo(int[] starts, int hint) {
            int above = lowerBound(starts, hint);
            int below = above - 1;
            while (below >= 0 || above < starts.length) {
                int distanceBelow = below >= 0 ? hint - starts[below] : Integer.MAX_VALUE;
                int distanceAbove = above < starts.length ? starts[above] - hint : Integer.MAX_VALUE;
                Place lower = distanceBelow <= distanceAbove ? at(starts[below--]) : null;
                Place upper = distanceAbove <= distanceBelow ? at(starts[above++]) : null;
                if (lower != null && upper != null) {
                    throw ambiguous(starts);
                }
                if (lower != null || upper != null) {
                    return lower != null ? lower : upper;
                }
            }
            return null;
        }

        /** The one place; with an anchor, the first one behind it. */
        private @Nullable Place only(int[] starts, List<String> anchors) {
            int anchor = anchors.isEmpty() ? -1 : anchorLine(anchors);
            Place found = null;
            for (int start : starts) {
                Place place = start > anchor ? at(start) : null;
                if (place != null && found != null) {
                    throw ambiguous(starts);
                }
                found = place == null ? found : place;
                if (found != null && anchor >= 0) {
                    return found;
                }
            }
            return found == null && anchor >= 0 ? only(starts, List.of()) : found;
        }

        private ToolException ambiguous(int[] starts) {
            List<Integer> places = new ArrayList<>();
            int more = 0;
            for (int start : starts) {
                if (places.size() == LISTED) {
                    more++;
                } else if (at(start) != null) {
                    places.add(start + 1);
                }
            }
            String listed = places.stream().map(String::valueOf).collect(Collectors.joining(", "));
            return new ToolException("fits in more than one place: at lines " + listed
                    + (more > 0 ? " and up to " + more + " more" : "")
                    + (hunk.oldStart() > 0 ? ", and line number " + hunk.oldStart() + " does not decide" : "")
                    + "; add more of the lines around it, or give the right line number");
        }
    }

    private static int lowerBound(int[] sorted, int value) {
        int found = Arrays.binarySearch(sorted, value);
        return found >= 0 ? found : -found - 1;
    }

    /** The line of the last anchor, each sought behind the one before; -1 when one is missing or not unique. */
    private int anchorLine(List<String> anchors) {
        int from = -1;
        for (String anchor : anchors) {
            LineIndex index = index(Tolerance.INDENTATION);
            byte[] body = anchor.getBytes(StandardCharsets.UTF_8);
            int found = -1;
            for (int line = index.first(index.hash(body)); line >= 0; line = index.next(line)) {
                if (line > from && index.isAt(line, body)) {
                    if (found >= 0) {
                        return -1;
                    }
                    found = line;
                }
            }
            if (found < 0) {
                return -1;
            }
            from = found;
        }
        return from;
    }
}
