package dev.intellibrix.workspace.text;

import dev.intellibrix.internal.text.CharacterBorder;
import dev.intellibrix.tool.ToolException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.ArrayList;
import java.util.List;

/** Some lines of a file as text, with a last line in brackets that says what is unusual or was left out. */
public final class LineWindow {

    /** Lines are counted to the end of a file that is not larger than this, to say how many there are. */
    private static final long COUNTED_BYTES = 64L * 1024 * 1024;

    private final LineSource lines;
    private final TextFormat format;
    private final int maxChars;
    private final int maxLineChars;
    private final String path;
    private final long fileBytes;
    private final StringBuilder text = new StringBuilder();

    private long shown;
    private int cutLines;
    private int brokenLines;
    private int crlfLines;
    private int lfLines;

    /**
     * @param lines all lines of the file
     * @param path for messages
     * @param maxChars where the window ends at the latest
     * @param maxLineChars where a line is cut
     */
    public LineWindow(
            LineSource lines, TextFormat format, String path, long fileBytes, int maxChars, int maxLineChars) {
        this.lines = lines;
        this.format = format;
        this.path = path;
        this.fileBytes = fileBytes;
        this.maxChars = maxChars;
        this.maxLineChars = maxLineChars;
    }

    /** Shows up to {@code limit} lines from the one with number {@code offset}. */
    public String show(long offset, int limit, boolean numbers) throws IOException {
        long before = lines.skip(offset - 1);
        if (before < offset - 1 || (offset > 1 && !lines.hasMore())) {
            throw new ToolException(path + " has " + counted(before, "line") + ", so there is no line " + offset);
        }
        while (shown < limit && text.length() < maxChars && lines.next()) {
            int start = text.length();
            add(offset + shown, numbers);
            if (shown > 0 && text.length() > maxChars) {
                // This line is the first of the next page.
                text.setLength(start);
                return withNotes(offset, true);
            }
            shown++;
            countEnd();
        }
        return withNotes(offset, false);
    }

    private void add(long number, boolean numbers) {
        if (numbers) {
            text.append(number).append('\t');
        }
        String line = decode();
        int end = CharacterBorder.upTo(line, maxLineChars);
        text.append(line, 0, end);
        if (end < line.length() || lines.isCut()) {
            cutLines++;
            text.append(" [... cut, the line has ").append(lines.lineBytes()).append(" bytes]");
        }
        text.append('\n');
    }

    private void countEnd() {
        switch (lines.end()) {
            case CRLF -> crlfLines++;
            case LF -> lfLines++;
            case NONE -> {}
        }
    }

    private String decode() {
        ByteBuffer bytes = lines.bytes();
        CharBuffer chars = CharBuffer.allocate(bytes.remaining() + 1);
        CharsetDecoder decoder = format.charset().newDecoder().onUnmappableCharacter(CodingErrorAction.REPLACE);
        boolean broken = false;
        while (true) {
            // The last character of a line that is cut may be half there; it is left out.
            CoderResult result = decoder.decode(bytes, chars, !lines.isCut());
            if (!result.isError()) {
                break;
            }
            broken = true;
            chars.put('\ufffd');
            bytes.position(bytes.position() + result.length());
        }
        brokenLines += broken ? 1 : 0;
        return chars.flip().toString();
    }

    private String withNotes(long offset, boolean pending) throws IOException {
        boolean more = pending || lines.hasMore();
        List<String> notes = new ArrayList<>();
        if (more) {
            notes.add(range(offset, pending));
        }
        if (shown == 0) {
            notes.add("the file is empty");
        }
        addFormat(notes);
        if (!more && shown > 0 && lines.end() == LineSource.End.NONE) {
            notes.add("no newline at the end of the file");
        }
        if (cutLines > 0) {
            notes.add(counted(cutLines, "line") + " cut after " + maxLineChars + " characters");
        }
        return notes.isEmpty() ? text.toString() : text + "[" + String.join("; ", notes) + "]";
    }

    private String range(long offset, boolean pending) throws IOException {
        long next = offset + shown;
        String of = fileBytes <= COUNTED_BYTES
                ? String.valueOf(next - 1 + (pending ? 1 : 0) + lines.skip(Long.MAX_VALUE))
                : "a file of " + fileBytes + " bytes";
        return "lines " + offset + "-" + (next - 1) + " of " + of + "; continue with offset " + next;
    }

    private void addFormat(List<String> notes) {
        if (!format.note().isEmpty()) {
            notes.add("encoding: " + format.note());
        } else if (brokenLines > 0) {
            notes.add(counted(brokenLines, "line") + " with bytes that are not UTF-8, shown as \ufffd");
        }
        if (crlfLines > 0) {
            notes.add(lfLines > 0 ? "line ends: CRLF and LF mixed" : "line ends: CRLF");
        }
    }

    private static String counted(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
