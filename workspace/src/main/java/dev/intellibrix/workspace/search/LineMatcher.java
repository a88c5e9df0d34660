package dev.intellibrix.workspace.search;

import dev.intellibrix.tool.Cancellation;
import org.jspecify.annotations.Nullable;

/**
 * Finds the lines of a window that match, with as little work as the pattern allows: texts that every match holds are looked
 * for first, else the bytes are run through an automaton; what both let pass is decoded and matched, unless their word is
 * enough. Used on one thread.
 */
final class LineMatcher {

    private final GrepPattern pattern;
    private final Cancellation cancellation;
    private final boolean plain;
    private final boolean exact;
    private @Nullable LineAutomaton automaton;
    private @Nullable TextWindow window;
    private byte[] bytes = {};
    private RequiredText.@Nullable Scan required;

    LineMatcher(GrepPattern pattern, Cancellation cancellation) {
        this.pattern = pattern;
        this.cancellation = cancellation;
        this.plain = pattern.isPlainText();
        ByteRegex.Translation translation = pattern.bytes();
        this.exact = translation != null && translation.exact();
    }

    /** Made when the first line asks for it, which most searches for a rare text never do. */
    private @Nullable LineAutomaton automaton() {
        if (automaton == null && pattern.bytes() != null) {
            automaton = new LineAutomaton(pattern.bytes().program());
        }
        return automaton;
    }

    /** Goes on in a window, which may have moved. */
    void in(TextWindow moved) {
        window = moved;
        bytes = moved.bytes();
        required = pattern.required().isNothing() ? null : pattern.required().in(moved.view());
    }

    /**
     * The index of a byte of the next line that may match, its line feed included.
     *
     * @param from where a line begins
     * @param limit where the last line ends
     * @return {@code limit} or more when there is none
     */
    int candidate(int from, int limit) {
        if (required != null) {
            return required.from(from);
        }
        LineAutomaton lines = automaton();
        return lines == null ? from : lines.find(bytes, from, limit);
    }

    /** Whether a line that may match does, given without its end. */
    boolean matches(int start, int end) {
        if (plain) {
            return true;
        }
        LineAutomaton lines = automaton();
        if (lines != null && !lines.isExhausted()) {
            // A carriage return behind the line was taken for a part of it.
            boolean isSure = required == null && (end == bytes.length || bytes[end] != '\r');
            if (!isSure && !lines.accepts(bytes, start, end)) {
                return false;
            }
            // An automaton that has just given up has told nothing about the line.
            if (exact && !lines.isExhausted() && isSimple(start, end)) {
                return true;
            }
        }
        return window != null
                && pattern.in(window.text(start, end), cancellation).find(0);
    }

    private boolean isSimple(int start, int end) {
        for (int i = start; i < end; i++) {
            if (bytes[i] < 0 || bytes[i] == '\r') {
                return false;
            }
        }
        return true;
    }
}
