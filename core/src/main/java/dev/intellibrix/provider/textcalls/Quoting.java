package dev.intellibrix.provider.textcalls;

/**
 * Knows at each character of a turn whether the model only quotes there: in a code block, a code span, a block quote or
 * a thought that stands in the text. A call is never read in a quotation. For one turn.
 */
final class Quoting {

    private static final String THOUGHT = "<think>";
    private static final String END_OF_THOUGHT = "</think>";
    private static final int SHORTEST_FENCE = 3;

    /** What the marks of a list's items are made of; a block may begin behind one. */
    private static final String MARKS_OF_ITEMS = "-*+.)0123456789";

    private boolean hasSaid;
    private boolean inThought;
    private int matched;
    private boolean atLineStart = true;
    private boolean atItemStart = true;
    private boolean inBlockQuote;
    private char run;
    private int runLength;
    private boolean runAtLineStart;
    private boolean runAtItemStart;
    private int span;
    private char fence;
    private int fenceLength;
    private boolean onFenceLine;
    private boolean closing;

    /** Takes the next character of text that is no call. */
    void pass(char c) {
        settle(c);
        if (inThought) {
            passThought(c);
            return;
        }
        if (!hasSaid) {
            passBeginning(c);
        }
        passLine(c);
    }

    /** Says which character comes next, which decides what a run of backticks before it was. */
    void settle(char next) {
        if (runLength > 0 && next != run) {
            endRun();
            runLength = 0;
        }
    }

    /** Takes a call that was read. */
    void passCall() {
        hasSaid = true;
        atLineStart = false;
        atItemStart = false;
    }

    /** Whether the next character, which was settled, stands in a quotation. */
    boolean isQuoted() {
        return inThought || fence != 0 || span != 0 || inBlockQuote;
    }

    /** Whether nothing but white space stands before the next character in its line. */
    boolean isAtLineStart() {
        return atLineStart && runLength == 0;
    }

    /** Whether the turn has nothing but thoughts before the next character. */
    boolean isAtBeginning() {
        return !hasSaid && matched == 0 && runLength == 0;
    }

    private void passThought(char c) {
        matched = c == END_OF_THOUGHT.charAt(matched) ? matched + 1 : c == '<' ? 1 : 0;
        if (matched == END_OF_THOUGHT.length()) {
            inThought = false;
            matched = 0;
        }
    }

    private void passBeginning(char c) {
        if (c == THOUGHT.charAt(matched)) {
            matched++;
            inThought = matched == THOUGHT.length();
            matched = inThought ? 0 : matched;
        } else if (matched > 0 || !Character.isWhitespace(c)) {
            hasSaid = true;
        }
    }

    private void passLine(char c) {
        if (c == '\n') {
            fence = closing ? 0 : fence;
            span = 0;
            atLineStart = true;
            atItemStart = true;
            inBlockQuote = false;
            onFenceLine = false;
            closing = false;
        } else if (c == '`' || c == '~') {
            if (runLength == 0) {
                run = c;
                runAtLineStart = atLineStart;
                runAtItemStart = atItemStart;
                closing = false;
            }
            runLength++;
            atLineStart = false;
            atItemStart = false;
        } else if (!Character.isWhitespace(c)) {
            inBlockQuote |= atItemStart && c == '>' && fence == 0;
            atLineStart = false;
            atItemStart &= MARKS_OF_ITEMS.indexOf(c) >= 0;
            closing = false;
        }
    }

    private void endRun() {
        if (fence != 0) {
            if (run == fence && runLength >= fenceLength) {
                closing = runAtLineStart;
                fence = onFenceLine ? 0 : fence; // It was a code span, which a block can not have in its first line.
            }
        } else if (runAtItemStart && runLength >= SHORTEST_FENCE) {
            fence = run;
            fenceLength = runLength;
            onFenceLine = true;
        } else if (run == '`') {
            span = span == 0 ? runLength : span == runLength ? 0 : span;
        }
    }
}
