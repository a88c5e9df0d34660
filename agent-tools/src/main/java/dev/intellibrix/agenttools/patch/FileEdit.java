package dev.intellibrix.agenttools.patch;

import dev.intellibrix.agenttools.text.Excerpt;
import dev.intellibrix.agenttools.text.Lines;
import dev.intellibrix.tool.ToolException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The hunks of one section applied to one content. Each is found in the content as it is before all of them, and all are
 * put in at once; lines that no hunk changes are copied byte for byte. Not thread-safe.
 */
final class FileEdit {

    private static final int MAX_PROBLEMS = 10;

    private final String path;
    private final byte[] content;
    private final List<Hunk> hunks;

    FileEdit(String path, byte[] content, List<Hunk> hunks) {
        this.path = path;
        this.content = content;
        this.hunks = hunks;
    }

    /** What became of the content. Immutable. */
    static final class Result {

        private final byte[] content;
        private final List<Place> places;

        Result(byte[] content, List<Place> places) {
            this.content = content;
            this.places = List.copyOf(places);
        }

        byte[] content() {
            return content;
        }

        /** Where the hunks were found, in the order of the patch. */
        List<Place> places() {
            return places;
        }
    }

    /**
     * Applies the hunks.
     *
     * @throws ToolException naming each hunk that does not fit
     */
    Result apply() {
        int mark = startsWithMark(content) && hunks.stream().noneMatch(FileEdit::mentionsMark) ? 3 : 0;
        Lines lines = Lines.of(mark == 0 ? content : Arrays.copyOfRange(content, mark, content.length));
        List<Place> places = lines.count() == 0 ? atStart() : find(lines);
        Splice splice = new Splice(lines);
        for (Place place : places) {
            try {
                splice.add(place);
            } catch (ToolException e) {
                throw new ToolException(about(place.hunk()) + " " + e.getMessage(), e);
            }
        }
        byte[] spliced = splice.content();
        if (mark == 0) {
            return new Result(spliced, places);
        }
        byte[] result = Arrays.copyOf(content, mark + spliced.length);
        System.arraycopy(spliced, 0, result, mark, spliced.length);
        return new Result(result, places);
    }

    /** A file without a line has one place, and what is put there must only add. */
    private List<Place> atStart() {
        Hunk hunk = hunks.get(0);
        if (hunks.size() > 1 || hunk.hasOldLines()) {
            throw new ToolException(about(hunk)
                    + (hunk.hasOldLines()
                            ? " does not fit: the file is empty"
                            : " is one of several; what is new or empty takes one hunk of added lines"));
        }
        return List.of(new Place(hunk, 0, Tolerance.NONE, null));
    }

    private List<Place> find(Lines lines) {
        HunkFinder finder = new HunkFinder(lines);
        List<Place> places = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (Hunk hunk : hunks) {
            try {
                requireOldLines(hunk);
                places.add(finder.find(hunk));
            } catch (ToolException e) {
                problems.add(about(hunk) + " " + e.getMessage());
            }
            if (problems.size() > MAX_PROBLEMS) {
                problems.set(MAX_PROBLEMS, path + ": and more");
                break;
            }
        }
        if (!problems.isEmpty()) {
            throw new ToolException(String.join("\n", problems));
        }
        return places;
    }

    private static void requireOldLines(Hunk hunk) {
        if (!hunk.hasOldLines()) {
            throw new ToolException("has neither context nor removed lines, so nothing tells where it belongs;"
                    + " add some of the lines around it");
        }
    }

    private String about(Hunk hunk) {
        String header = hunk.header().isEmpty() ? "" : " (" + Excerpt.path(hunk.header()) + ")";
        return Excerpt.path(path) + ": hunk " + hunk.number() + header;
    }

    private static boolean startsWithMark(byte[] bytes) {
        return bytes.length >= 3 && bytes[0] == (byte) 0xef && bytes[1] == (byte) 0xbb && bytes[2] == (byte) 0xbf;
    }

    /** A patch that shows the byte order mark means it; to all others it is not there. */
    private static boolean mentionsMark(Hunk hunk) {
        return hunk.lines().stream().anyMatch(line -> startsWithMark(line.body()));
    }
}
