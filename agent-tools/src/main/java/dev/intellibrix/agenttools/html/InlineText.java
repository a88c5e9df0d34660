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
    private final Emphasis ended = new Emphasis();
    private boolean allOpen = true;
    private boolean blank;
    private boolean broken;
    private boolean cell;

    /** The last character that is none of a mark of emphasis: such a mark may be taken back, and then this one stands there. */
    private char seen = '\n';

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
            begin(c);
            if (isMarkup(text, i)) {
                out.append('\\');
            }
            out.append(c);
            seen = c;
        }
    }

    /** Whether a character would mean something, with the marks before it or without them. */
    private boolean isMarkup(String text, int i) {
        char last = out.length() == 0 ? '\n' : out.charAt(out.length() - 1);
        return Escape.isNeeded(text, i, last, isInLink(), cell)
                || (seen != last && Escape.isNeeded(text, i, seen, isInLink(), cell));
    }

    /** White space, where two blocks meet on one line. */
    void blank() {
        blank = true;
    }

    /** Markup of this writer, with nothing in it that comes from the page and is not escaped. */
    void markup(String markdown) {
        if (!markdown.isEmpty()) {
            begin(markdown.charAt(0));
            out.append(markdown);
            seen = markdown.charAt(markdown.length() - 1);
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
        allOpen = false;
    }

    void close() {
        end(spans.remove(spans.size() - 1));
    }

    /** Begins with the link that is open in another text, so that a heading inside of a link is one. */
    void continueLink(InlineText around) {
        around.spans.stream()
                .filter(span -> span.opening.equals("["))
                .forEach(span -> spans.add(new Span(span.opening, span.closing)));
        allOpen = spans.isEmpty();
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

    /** Writes what is owed before the next visible character. */
    private void begin(char next) {
        if (broken) {
            out.append(cell ? "<br>" : "  \n");
            seen = out.charAt(out.length() - 1);
        } else if (blank && out.length() > 0) {
            out.append(' ');
            seen = ' ';
        } else {
            ended.dropUnlessFlanking(out, next);
        }
        ended.forget();
        broken = false;
        blank = false;
        if (!allOpen) {
            spans.stream().filter(span -> !span.open).forEach(span -> open(span, next));
            allOpen = true;
        }
    }

    private void open(Span span, char next) {
        startsNoPicture(span.opening);
        span.plain = span.isEmphasis() && !Emphasis.canOpen(out, next);
        span.start = out.length();
        span.open = true;
        out.append(span.plain ? "" : span.opening);
        seen = span.isEmphasis() || span.opening.isEmpty() ? seen : '[';
    }

    private void end(Span span) {
        if (span.open && !span.plain) {
            if (span.isEmphasis()) {
                ended.remember(span.start, out.length(), span.opening.length());
            }
            out.append(span.closing);
            boolean isEnd = !span.isEmphasis() && !span.closing.isEmpty();
            seen = isEnd ? span.closing.charAt(span.closing.length() - 1) : seen;
        }
        span.open = false;
    }

    /** A link after an exclamation mark would read as a picture. */
    private void startsNoPicture(String opening) {
        if (opening.equals("[") && seen == '!') {
            int at = out.lastIndexOf("!"); // What is after it are marks of emphasis.
            out.insert(at, '\\');
            spans.stream().filter(span -> span.open && span.start > at).forEach(span -> span.start++);
        }
    }

    /** Ends the paragraph: its text, after which the next one begins with the same emphasis and link. */
    String take() {
        for (int i = spans.size() - 1; i >= 0; i--) {
            end(spans.get(i));
        }
        ended.forget();
        allOpen = spans.isEmpty();
        String taken = out.toString();
        out.setLength(0);
        seen = '\n';
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
        /** Open without a mark, where a mark would not be read as one. */
        boolean plain;

        int start;

        Span(String opening, String closing) {
            this.opening = opening;
            this.closing = closing;
        }

        boolean isEmphasis() {
            return opening.equals(closing) && !opening.isEmpty();
        }
    }
}
