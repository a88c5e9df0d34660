package dev.intellibrix.agenttools.patch;

import dev.intellibrix.agenttools.text.Excerpt;
import dev.intellibrix.agenttools.text.Lines;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Says why a hunk has no place: the first line that differs where most of its lines stand, and what stands there. */
final class NearMiss {

    private static final int MAX_OCCURRENCES = 64;
    private static final int MAX_VOTERS = 500;

    private final Lines file;
    private final Function<Tolerance, LineIndex> indexes;

    NearMiss(Lines file, Function<Tolerance, LineIndex> indexes) {
        this.file = file;
        this.indexes = indexes;
    }

    String describe(Hunk hunk) {
        LineIndex index = indexes.apply(Tolerance.TRAILING);
        String reason = reason(hunk, index);
        int applied = appliedAt(hunk, index);
        return applied < 0 ? reason : reason + "; what it adds stands already at line " + (applied + 1);
    }

    private String reason(Hunk hunk, LineIndex index) {
        List<HunkLine> wanted = hunk.oldLines();
        if (file.count() == 0) {
            return "does not fit: the file is empty";
        }
        int start = bestStart(wanted, index, hunk.oldStart() - 1);
        if (start < 0) {
            return "does not fit: none of its lines is in the file, the first is "
                    + Excerpt.line(wanted.get(0).text());
        }
        for (int i = 0; i < wanted.size(); i++) {
            int line = start + i;
            if (line >= file.count()) {
                return "does not fit: it expects " + quoted(wanted, i) + ", but the file ends at line " + file.count();
            }
            if (!index.isAt(line, wanted.get(i).body())) {
                return "does not fit: it expects " + quoted(wanted, i) + ", but line " + (line + 1) + " of the file is "
                        + Excerpt.line(file.text(line));
            }
        }
        return hunk.endsFile() && start + wanted.size() < file.count()
                ? "does not fit: it says that the file ends behind " + quoted(wanted, wanted.size() - 1) + ", but line "
                        + (start + wanted.size() + 1) + " follows"
                : "does not fit at line " + (start + 1);
    }

    private static String quoted(List<HunkLine> lines, int i) {
        return Excerpt.line(lines.get(i).text());
    }

    /** Where most lines stand in the right distance from each other, nearest to the line number; -1 for nowhere. */
    private int bestStart(List<HunkLine> wanted, LineIndex index, int hint) {
        Map<Integer, Integer> votes = new HashMap<>();
        for (int i = 0; i < Math.min(wanted.size(), MAX_VOTERS); i++) {
            byte[] body = wanted.get(i).body();
            int seen = 0;
            int line = index.first(index.hash(body));
            while (line >= 0 && seen++ < MAX_OCCURRENCES) {
                if (line - i >= 0) {
                    votes.merge(line - i, body.length == 0 ? 1 : 2, Integer::sum);
                }
                line = index.next(line);
            }
        }
        boolean hinted = hint >= 0 && hint < file.count();
        if (hinted) {
            votes.merge(hint, 1, Integer::sum);
        }
        int best = -1;
        int bestVotes = 0;
        for (Map.Entry<Integer, Integer> each : votes.entrySet()) {
            if (best < 0 || isBetter(each.getKey(), each.getValue(), best, bestVotes, hint)) {
                best = each.getKey();
                bestVotes = each.getValue();
            }
        }
        return best;
    }

    private static boolean isBetter(int start, int votes, int best, int bestVotes, int hint) {
        if (votes != bestVotes) {
            return votes > bestVotes;
        }
        int distance = Math.abs(start - hint);
        int bestDistance = Math.abs(best - hint);
        return distance != bestDistance ? distance < bestDistance : start < best;
    }

    /** Where the file has what the hunk would make of it; -1 for nowhere. */
    private int appliedAt(Hunk hunk, LineIndex index) {
        List<HunkLine> fresh = hunk.newLines();
        if (fresh.stream().noneMatch(line -> line.kind() == HunkLine.Kind.ADDED)) {
            return -1;
        }
        LineSequence sequence = new LineSequence(fresh);
        int[] starts = sequence.candidates(index, file.count());
        return starts.length == 0 ? -1 : starts[0];
    }
}
