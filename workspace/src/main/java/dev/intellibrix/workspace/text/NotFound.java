package dev.intellibrix.workspace.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Says why a text does not occur in a file: which habit of models is the likely cause, and which lines come nearest. */
final class NotFound {

    /** Larger files are not searched for likeness. */
    private static final int MAX_BYTES = 4 * 1024 * 1024;

    /** The start of a line as read_file and other tools number it. */
    private static final Pattern NUMBER = Pattern.compile("^\\s*\\d+(?:\\t|: ?|\\| ?|\u2192| {2,})");

    private final String path;
    private final byte[] raw;
    private final TextFormat format;
    private final FoldedText text;

    /**
     * @param path for messages
     * @param raw the content of the file
     * @param text the same with its line ends folded
     */
    NotFound(String path, byte[] raw, TextFormat format, FoldedText text) {
        this.path = path;
        this.raw = raw;
        this.format = format;
        this.text = text;
    }

    String explain(String oldText, String newText) {
        String plain = "oldText does not occur in " + path;
        if (raw.length > MAX_BYTES) {
            return plain + "; search for a part of it with grep";
        }
        if (raw.length == format.bomBytes()) {
            return plain + ": the file is empty";
        }
        String unnumbered = withoutNumbers(oldText);
        if (!unnumbered.equals(oldText) && find(unnumbered) >= 0) {
            return plain + "; leave out the line numbers that read_file put before the lines";
        }
        int made = newText.isBlank() ? -1 : find(newText);
        String already = made < 0 ? "" : ", but newText does, at line " + lineOf(made) + ": was the edit made already?";
        String content = new String(raw, format.bomBytes(), raw.length - format.bomBytes(), format.charset());
        return plain + already + "; " + new NearestLines(content).describe(oldText);
    }

    private static String withoutNumbers(String old) {
        List<String> lines = new ArrayList<>();
        for (String line : old.split("\\r?\\n", -1)) {
            if (!line.isBlank() && !NUMBER.matcher(line).find()) {
                return old;
            }
            lines.add(NUMBER.matcher(line).replaceFirst(""));
        }
        return String.join("\n", lines);
    }

    /** Where a text is in the folded bytes; -1 when it is not. */
    private int find(String part) {
        byte[] needle = format.encode(part.replace("\r\n", "\n"));
        if (needle == null || needle.length == 0) {
            return -1;
        }
        int[] found = new Occurrences(needle, text.unit()).in(text.bytes(), false, 1);
        return found.length == 0 ? -1 : found[0];
    }

    private long lineOf(int position) {
        long line = 1;
        for (int at = text.nextLineFeed(0); at >= 0 && at < position; at = text.nextLineFeed(at + text.unit())) {
            line++;
        }
        return line;
    }
}
