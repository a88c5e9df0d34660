package dev.intellibrix.brick;

import org.jspecify.annotations.Nullable;

/**
 * Text of a model as it arrives: safe, with a margin, and broken between words. Not thread-safe.
 *
 * <p>Since each of its lines has the margin, none can pass for a prompt, a call or an approval.
 */
final class Prose {

    static final String MARGIN = "  ";
    private static final int MAX_TEXT = 200_000;
    private static final int MAX_BLANK_LINES = 2;

    private final Screen screen;
    private final SafeText safe;
    private final Style style;

    private final StringBuilder out = new StringBuilder();
    private final StringBuilder word = new StringBuilder();
    private int wordWidth;
    private int blanks;
    private int marks; // In a row, up to the last character.
    private int column;
    private int blankLines = MAX_BLANK_LINES; // At the beginning there are none to show.
    private boolean isOpen;
    private long length;
    private @Nullable Character half;

    Prose(Screen screen, SafeText safe, Style style) {
        this.screen = screen;
        this.safe = safe;
        this.style = style;
    }

    /** Whether a text has begun and not ended. */
    boolean isOpen() {
        return isOpen;
    }

    /** Takes the next piece. */
    void append(String piece) {
        String text = whole(piece);
        if (text.isEmpty() || length > MAX_TEXT) {
            return;
        }
        isOpen = true;
        length += text.length();
        if (length > MAX_TEXT) {
            flushWord();
            out.append('\n').append(MARGIN).append(style.dim("(the rest of this text is too long to be shown)"));
            column = 1;
        } else {
            place(safe.piece(text));
        }
        screen.print(taken());
    }

    /** Ends the text, on a line of its own. */
    void end() {
        half = null;
        if (!isOpen) {
            return;
        }
        flushWord();
        screen.print(taken());
        screen.endLine();
        isOpen = false;
        column = 0;
        blanks = 0;
        length = 0;
        blankLines = MAX_BLANK_LINES;
    }

    /** A piece may end between the halves of a character, or of a line end. */
    private String whole(String piece) {
        String text = half == null ? piece : half + piece;
        half = null;
        if (text.isEmpty()) {
            return text;
        }
        char last = text.charAt(text.length() - 1);
        if (Character.isHighSurrogate(last) || last == '\r') {
            half = last;
            return text.substring(0, text.length() - 1);
        }
        return text;
    }

    private void place(String text) {
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (c == '\n' || c == ' ') {
                marks = 0;
            }
            if (c == '\n') {
                flushWord();
                newLine();
            } else if (c == ' ') {
                flushWord();
                blanks++;
            } else {
                addBounded(c);
            }
        }
    }

    /** However many pieces they come in, no more marks are drawn over each other than a word has. */
    private void addBounded(int c) {
        marks = Columns.isMark(c) ? marks + 1 : 0;
        if (marks > SafeText.MAX_MARKS) {
            SafeText.escaped(c).chars().forEach(this::add);
        } else {
            add(c);
        }
    }

    private void add(int c) {
        int width = Columns.of(c);
        if (width == 2 || wordWidth + width > room()) { // Wide scripts have no blanks; what fills a line is broken.
            flushWord();
        }
        word.appendCodePoint(c);
        wordWidth += width;
    }

    private void flushWord() {
        if (word.length() == 0) {
            return;
        }
        if (column > 0 && column + blanks + wordWidth > room()) {
            newLine();
        }
        if (column == 0) {
            out.append(MARGIN);
            blankLines = 0;
        }
        int gap = Math.min(blanks, Math.max(0, room() - wordWidth));
        out.append(" ".repeat(gap)).append(word);
        column += gap + wordWidth;
        word.setLength(0);
        wordWidth = 0;
        blanks = 0;
    }

    private void newLine() {
        blanks = 0;
        if (column == 0 && ++blankLines > MAX_BLANK_LINES) {
            return;
        }
        out.append('\n');
        column = 0;
    }

    private int room() {
        return screen.size().columns() - MARGIN.length() - 1;
    }

    private String taken() {
        String text = out.toString();
        out.setLength(0);
        return text;
    }
}
