package dev.intellibrix.agenttools.html;

import java.util.ArrayList;
import java.util.List;

/**
 * The Markdown of one paragraph, heading or table cell while it is written. White space is collapsed as a browser does
 * it; emphasis and links open at the first visible character inside of them and close before the blank after the last,
 * so that empty ones leave nothing behind.
 */
final class InlineText {

    private final StringBuilder out = new StringBuilder();
    private final List<Span> spans = new ArrayList<>();
    private boolean blank;
    private boolean broken;
    private boolean cell;

    /** In a table cell a bar would end the cell. */
    void inCell(boolean inCell) {
        cell = inCell;
    }

    boolean isLongerThan(int length) {
        return out.length() > length;
    }

    boolean isInCell() {
        return cell;
    }

    /** Whether the last thing written was a line break, with nothing but blanks after it. */
    boolean endsWithBreak() {
        return broken;
    }

    /** Text of the page, escaped so that it reads as nothing but text. */
    void text(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Characters.isSpace(c)) {
                blank = true;
                continue;
            }
            begin();
            if (Escape.isNeeded(text, i, out, isInLink(), cell)) {
                out.append('\\');
            }
            out.append(c);
        }
    }

    /** White space, where two blocks meet on one line. */
    void blank() {
        blank = true;
    }

    /** Markup of this writer, with nothing in it that comes from the page and is not escaped. */
    void markup(String markdown) {
        if (!markdown.isEmpty()) {
            begin();
            out.append(markdown);
        }
    }

    /** A line break inside of a paragraph. */
    void lineBreak() {
        if (out.length() > 0) {
            broken = true;
        }
        blank = true;
    }

    void open(String opening, String closing) {
        boolean twice = spans.stream().anyMatch(span -> span.opening.equals(opening));
        spans.add(twice ? new Span("", "") : new Span(opening, closing));
    }

    void close() {
        Span span = spans.remove(spans.size() - 1);
        if (span.open) {
            out.append(span.closing);
        }
    }

    /** Begins with the link that is open in another text, so that a heading inside of a link is one. */
    void continueLink(InlineText around) {
        around.spans.stream()
                .filter(span -> span.opening.equals("["))
                .forEach(span -> spans.add(new Span(span.opening, span.closing)));
    }

    /** Whether a link is open. */
    boolean isInLink() {
        for (Span span : spans) {
            if (span.opening.equals("[")) {
                return true;
            }
        }
        return false;
    }

    private void begin() {
        if (broken) {
            out.append(cell ? "<br>" : "  \n");
        } else if (blank && out.length() > 0) {
            out.append(' ');
        }
        broken = false;
        blank = false;
        for (Span span : spans) {
            if (!span.open) {
                startsNoPicture(span.opening);
                out.append(span.opening);
                span.open = true;
            }
        }
    }

    /** A link after an exclamation mark would read as a picture. */
    private void startsNoPicture(String opening) {
        int last = out.length() - 1;
        if (opening.equals("[") && last >= 0 && out.charAt(last) == '!') {
            out.insert(last, '\\');
        }
    }

    /** Ends the paragraph: its text, after which the next one begins with the same emphasis and link. */
    String take() {
        for (int i = spans.size() - 1; i >= 0; i--) {
            Span span = spans.get(i);
            if (span.open) {
                out.append(span.closing);
                span.open = false;
            }
        }
        String taken = out.toString();
        out.setLength(0);
        blank = false;
        broken = false;
        return taken;
    }

    /** What the last visible character is, a NUL when there is none before this on the line. */
    char last() {
        return blank || broken || out.length() == 0 ? '\0' : out.charAt(out.length() - 1);
    }

    private static final class Span {

        final String opening;
        final String closing;
        boolean open;

        Span(String opening, String closing) {
            this.opening = opening;
            this.closing = closing;
        }
    }
}
