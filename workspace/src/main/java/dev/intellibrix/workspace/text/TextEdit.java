package dev.intellibrix.workspace.text;

import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.fs.Versions;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Replaces a text in the content of a file. The text is found whatever the line ends, and what is put in its place gets
 * the line ends of the lines around it; all other bytes stay as they are, also where they are not valid text.
 */
public final class TextEdit {

    /** The largest file that is edited; it is held in memory a few times over. */
    public static final int MAX_BYTES = (int) Versions.MAX_HASHED;

    private static final int MAX_OCCURRENCES = 1_000_000;
    private static final String BOM = "\ufeff";
    private static final int LISTED_LINES = 20;

    /** What became of the content. */
    public static final class Result {

        private final byte[] content;
        private final List<Place> places;

        Result(byte[] content, List<Place> places) {
            this.content = content;
            this.places = List.copyOf(places);
        }

        /** The new content; not a copy. */
        public byte[] content() {
            return content;
        }

        /** Where it changed, in order. */
        public List<Place> places() {
            return places;
        }
    }

    /**
     * A part of the new content.
     *
     * @param from the index of its first byte
     * @param to the index behind its last
     */
    public record Place(int from, int to) {}

    private final String path;
    private final byte[] raw;
    private final TextFormat format;
    private final FoldedText text;

    /**
     * @param path for messages
     * @param raw the content of the file
     * @param format how it is stored
     */
    public TextEdit(String path, byte[] raw, TextFormat format) {
        this.path = path;
        this.raw = raw;
        this.format = format;
        this.text = new FoldedText(raw, format);
    }

    /**
     * Replaces a text that occurs once, or all its occurrences from left to right.
     *
     * @throws ToolException when it does not occur, or more than once without {@code all}
     */
    public Result replace(String oldText, String newText, boolean all) {
        byte[] before = fold(oldText, "oldText");
        byte[] after = fold(newText, "newText");
        if (before.length == 0) {
            throw new ToolException("oldText is only a byte order mark, which edit_file keeps");
        }
        if (Arrays.equals(before, after)) {
            throw new ToolException("oldText and newText differ only in their line ends, and edit_file keeps those of"
                    + " the file; write the whole file to change them");
        }
        int[] positions = new Occurrences(before, text.unit()).in(text.bytes(), !all, MAX_OCCURRENCES + 1);
        if (positions.length == 0) {
            throw new ToolException(new NotFound(path, raw, format, text).explain(oldText, newText));
        }
        if (positions.length > MAX_OCCURRENCES) {
            throw new ToolException("oldText occurs more than " + MAX_OCCURRENCES + " times in " + path);
        }
        if (positions.length > 1 && !all) {
            throw new ToolException("oldText occurs " + positions.length + " times in " + path + ", at lines "
                    + lines(positions) + "; add lines around it so that it occurs once, or set replaceAll");
        }
        return replace(positions, before, after);
    }

    /** A text as the folded file holds it; the file's BOM is no part of its text, and stays. */
    private byte[] fold(String part, String name) {
        String unmarked = format.bomBytes() > 0 && part.startsWith(BOM) ? part.substring(1) : part;
        byte[] encoded = format.encode(unmarked.replace("\r\n", "\n"));
        if (encoded == null) {
            throw new ToolException(name + " has a character that "
                    + format.charset().name() + ", the encoding of " + path + ", has not");
        }
        return encoded;
    }

    /** Replaces only what differs between the two texts, so that the bytes of what they share stay. */
    private Result replace(int[] positions, byte[] before, byte[] after) {
        int prefix = commonPrefix(before, after);
        int suffix = commonSuffix(before, after, prefix);
        byte[] middle = Arrays.copyOfRange(after, prefix, after.length - suffix);
        long size = raw.length + (long) positions.length * (middle.length - (before.length - prefix - suffix));
        if (size > MAX_BYTES) {
            throw new ToolException("the edit would make " + path + " too large");
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream((int) size);
        byte[] crLfMiddle = withCarriageReturns(middle);
        List<Place> places = new ArrayList<>();
        int copied = 0;
        int lineFeed = 0;
        for (int position : positions) {
            if (lineFeed >= 0 && (lineFeed < position || places.isEmpty())) {
                lineFeed = text.nextLineFeed(position);
            }
            int from = text.raw(position + prefix);
            out.write(raw, copied, from - copied);
            int start = out.size();
            out.writeBytes(isCrLf(lineFeed) ? crLfMiddle : middle);
            places.add(new Place(start, out.size()));
            copied = text.raw(position + before.length - suffix);
        }
        out.write(raw, copied, raw.length - copied);
        return new Result(out.toByteArray(), places);
    }

    private int commonPrefix(byte[] before, byte[] after) {
        int mismatch = Arrays.mismatch(before, after);
        return mismatch - mismatch % text.unit();
    }

    private int commonSuffix(byte[] before, byte[] after, int prefix) {
        int most = Math.min(before.length, after.length) - prefix;
        int same = 0;
        while (same < most && before[before.length - 1 - same] == after[after.length - 1 - same]) {
            same++;
        }
        return same - same % text.unit();
    }

    /** Whether lines end in CRLF where a line feed is the next one; negative when none follows. */
    private boolean isCrLf(int nextLineFeed) {
        return nextLineFeed >= 0 ? text.isCrLf(nextLineFeed) : text.endsInCrLf();
    }

    private byte[] withCarriageReturns(byte[] folded) {
        String plain = new String(folded, format.charset());
        return plain.indexOf('\n') < 0 ? folded : plain.replace("\n", "\r\n").getBytes(format.charset());
    }

    private String lines(int[] positions) {
        List<Integer> numbers = new ArrayList<>();
        int line = 1;
        int seen = 0;
        for (int i = 0; i < positions.length && i < LISTED_LINES; i++) {
            for (int at = text.nextLineFeed(seen); at >= 0 && at < positions[i]; at = text.nextLineFeed(seen)) {
                line++;
                seen = at + text.unit();
            }
            numbers.add(line);
        }
        String listed = numbers.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return positions.length > LISTED_LINES ? listed + " and more" : listed;
    }
}
