package dev.intellibrix.provider.textcalls;

import java.util.ArrayList;
import java.util.List;

/**
 * Divides the text of one turn into text and calls while it arrives. What is surely text is given out at once; what may be
 * the beginning of a call is held back until that is decided. The result is the same however the text is cut into pieces,
 * and each character is looked at a bounded number of times. What was begun as a call and never finished is text to its end.
 */
final class CallScanner {

    private static final String FIRST_OF_OPENINGS = "<[`{";

    /** Takes what the text is made of, in order. */
    interface Output {

        /** Some text, never empty. */
        void text(String text);

        /** The calls of one piece of markup. */
        void calls(List<WrittenCall> calls);
    }

    /** Has the last word about markup that is whole. */
    @FunctionalInterface
    interface Judge {

        /** Whether the markup is to be followed; it is text otherwise. */
        boolean follows(Reading reading, String markup);
    }

    private final List<CallSyntax> syntaxes;
    private final OfferedTools tools;
    private final Judge judge;
    private final Output output;
    private final GrowingText text = new GrowingText();
    private final Quoting quoting = new Quoting();
    private final List<CallReader> open = new ArrayList<>();
    private int given;
    private int at;
    private int textEnd;

    /** For one turn; of syntaxes that open alike, the first one that finds a call wins. */
    CallScanner(List<CallSyntax> syntaxes, OfferedTools tools, Judge judge, Output output) {
        this.syntaxes = syntaxes;
        this.tools = tools;
        this.judge = judge;
        this.output = output;
    }

    /** Takes more text. */
    void add(String more) {
        text.append(more);
        scan(false);
    }

    /** Takes the end of the text, and gives out what is held back. What is added later begins anew, in the same quotations. */
    void end() {
        scan(true);
    }

    private void scan(boolean isEnd) {
        boolean goesOn = true;
        while (goesOn) {
            goesOn = open.isEmpty() ? seek(isEnd) : read(isEnd);
        }
        giveText(at);
    }

    /** Whether a call was found to begin; otherwise all is text but what is left, which may be half of an opening. */
    private boolean seek(boolean isEnd) {
        for (; at < text.length(); at++) {
            char c = text.charAt(at);
            if (FIRST_OF_OPENINGS.indexOf(c) >= 0) {
                quoting.settle(c);
                if (!quoting.isQuoted() && opens(isEnd)) {
                    return !open.isEmpty();
                }
            }
            quoting.pass(c);
        }
        return false;
    }

    /** Whether something opens here, or may do so when there is more of the text. */
    private boolean opens(boolean isEnd) {
        for (CallSyntax syntax : syntaxes) {
            int length = syntax.opening(text, at, quoting);
            if (length > 0) {
                open.add(syntax.reader(text, at, at + length, tools));
            } else if (length == GrowingText.UNSURE && !isEnd) {
                open.clear();
                return true;
            }
        }
        return !open.isEmpty();
    }

    /** Whether it was decided what stands here. */
    private boolean read(boolean isEnd) {
        Reading reading = open.get(0).read(text, isEnd);
        if (reading.state() == Reading.State.UNSURE) {
            if (!isEnd) {
                return false;
            }
            reading = Reading.text(text.length());
        }
        if (reading.state() == Reading.State.CALLS && judge.follows(reading, text.between(at, reading.end()))) {
            takeCalls(reading);
            return true;
        }
        textEnd = Math.max(textEnd, reading.end());
        open.remove(0);
        if (open.isEmpty()) {
            for (; at < textEnd; at++) {
                quoting.pass(text.charAt(at));
            }
        }
        return true;
    }

    private void takeCalls(Reading reading) {
        giveText(at);
        output.calls(reading.calls());
        quoting.passCall();
        at = reading.end();
        given = at;
        open.clear();
    }

    private void giveText(int end) {
        if (end > given) {
            String more = text.between(given, end);
            given = end;
            output.text(more);
        }
    }
}
