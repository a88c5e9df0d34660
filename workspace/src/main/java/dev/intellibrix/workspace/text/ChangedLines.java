package dev.intellibrix.workspace.text;

import dev.intellibrix.tool.Cancellation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** The lines of a file around the places where an edit changed it, with their numbers. */
public final class ChangedLines {

    private static final int AROUND = 2;
    private static final int MAX_PLACES = 20;
    private static final int MAX_LINES = 40;
    private static final int MAX_LINE_CHARS = 150;

    private record Range(long first, long last) {}

    private final TextEdit.Result edit;
    private final TextFormat format;
    private int position;
    private long line = 1;

    public ChangedLines(TextEdit.Result edit, TextFormat format) {
        this.edit = edit;
        this.format = format;
        this.position = format.bomBytes();
    }

    /** The lines, one a line; a line of dots stands for what lies between. */
    public String show() {
        byte[] content = edit.content();
        ByteArrayInputStream in =
                new ByteArrayInputStream(content, format.bomBytes(), content.length - format.bomBytes());
        try {
            return show(new LineSource(in, format, MAX_LINE_CHARS * 4 + 4, Cancellation.none()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String show(LineSource source) throws IOException {
        StringBuilder shown = new StringBuilder();
        long next = 1;
        int count = 0;
        for (Range range : ranges()) {
            source.skip(range.first - next);
            shown.append(next > 1 && range.first > next ? "...\n" : "");
            for (next = range.first; next <= range.last && source.next(); next++) {
                if (count++ == MAX_LINES) {
                    return shown.append("[... more changed lines]").toString();
                }
                String text = format.charset().decode(source.bytes()).toString();
                shown.append(next)
                        .append('\t')
                        .append(Cut.line(text, MAX_LINE_CHARS))
                        .append('\n');
            }
        }
        return shown.append(edit.places().size() > MAX_PLACES ? "[... more places]" : "")
                .toString()
                .stripTrailing();
    }

    private List<Range> ranges() {
        List<Range> ranges = new ArrayList<>();
        for (TextEdit.Place place :
                edit.places().subList(0, Math.min(MAX_PLACES, edit.places().size()))) {
            long first = Math.max(lineOf(place.from()) - AROUND, 1);
            long last = lineOf(Math.max(place.from(), place.to() - format.unitBytes())) + AROUND;
            Range before = ranges.isEmpty() ? null : ranges.get(ranges.size() - 1);
            if (before != null && first <= before.last + 1) {
                ranges.set(ranges.size() - 1, new Range(before.first, last));
            } else {
                ranges.add(new Range(first, last));
            }
        }
        return ranges;
    }

    /** The line of a byte; the bytes that are asked for only ever grow. */
    private long lineOf(int index) {
        for (; position < index; position += format.unitBytes()) {
            if (format.isUnit(edit.content(), position, '\n')) {
                line++;
            }
        }
        return line;
    }
}
