package dev.intellibrix.agenttools.patch;

import java.util.List;

/**
 * A change in one place of a file.
 *
 * @param number counted from 1 within its section
 * @param header the line that began it, for messages
 * @param oldStart the line number that the header gives for the old file; 0 when it gives none
 * @param anchors lines that the header names in place of a number: the hunk lies behind the last one
 * @param lines the lines, in order
 * @param atEnd whether it says that it ends where the file ends
 */
record Hunk(int number, String header, int oldStart, List<String> anchors, List<HunkLine> lines, boolean atEnd) {

    Hunk {
        anchors = List.copyOf(anchors);
        lines = List.copyOf(lines);
    }

    /** What the file held: context and removed lines. */
    List<HunkLine> oldLines() {
        return lines.stream().filter(HunkLine::isOld).toList();
    }

    /** What the file will hold: context and added lines. */
    List<HunkLine> newLines() {
        return lines.stream().filter(HunkLine::isNew).toList();
    }

    boolean hasOldLines() {
        return lines.stream().anyMatch(HunkLine::isOld);
    }

    /** Whether the patch says that the old file ends here without a line feed. */
    boolean isOldUnterminated() {
        return isLastUnterminated(oldLines());
    }

    /** Whether the patch says that the new file ends here without a line feed. */
    boolean isNewUnterminated() {
        return isLastUnterminated(newLines());
    }

    private static boolean isLastUnterminated(List<HunkLine> side) {
        return !side.isEmpty() && side.get(side.size() - 1).isUnterminated();
    }

    /** Whether it must end where the file ends. */
    boolean endsFile() {
        return atEnd || isOldUnterminated() || isNewUnterminated();
    }

    /** Whether its last lines could also be the empty lines before what follows in the patch. */
    boolean hasBareTail() {
        return lines.size() > 1 && lines.get(lines.size() - 1).isBare();
    }

    /** This hunk without such lines. */
    Hunk withoutBareTail() {
        int end = lines.size();
        while (end > 1 && lines.get(end - 1).isBare()) {
            end--;
        }
        return new Hunk(number, header, oldStart, anchors, lines.subList(0, end), atEnd);
    }

    Hunk numbered(int newNumber) {
        return new Hunk(newNumber, header, oldStart, anchors, lines, atEnd);
    }
}
