package dev.intellibrix.brick;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A terminal with all that belongs to it.
 *
 * @param screen where text is shown
 * @param keyboard what is typed
 * @param tty the device
 * @param style the marks and colours
 * @param safe makes text fit to be shown
 * @param isInteractive whether a person is at it
 * @param asking held by who asks something
 */
record Terminal(
        Screen screen,
        Keyboard keyboard,
        Tty tty,
        Style style,
        SafeText safe,
        boolean isInteractive,
        ReentrantLock asking) {

    private static final int MAX_COMPLAINT = 1_000;

    /** This terminal with another screen. */
    Terminal with(Screen other) {
        return new Terminal(other, keyboard, tty, style, safe, isInteractive, asking);
    }

    /** Looks how large it is now. */
    void measure() {
        if (isInteractive) {
            screen.size(tty.size());
        }
    }

    /** Shows a prompt and takes a line that is typed after it; null when it was left with Ctrl-C or at the end. */
    @Nullable String askLine(String prompt) throws InterruptedException {
        keyboard.listenToLines();
        try {
            keyboard.settle(Silence.Length.LINE);
            return nextLine(prompt);
        } finally {
            keyboard.rest();
        }
    }

    /**
     * Takes lines, each after a prompt, until one is typed that ends them; null when they were left with Ctrl-C or at the end,
     * or one was too long. They may be pasted: nothing is thrown away between them.
     */
    @Nullable List<String> askLines(String prompt, String last) throws InterruptedException {
        keyboard.listenToLines();
        try {
            keyboard.settle(Silence.Length.LINE);
            List<String> lines = new ArrayList<>();
            while (true) {
                String line = nextLine(prompt);
                if (line == null) {
                    return null;
                }
                if (line.equals(last)) {
                    return lines;
                }
                lines.add(line);
            }
        } finally {
            keyboard.rest();
        }
    }

    private @Nullable String nextLine(String prompt) throws InterruptedException {
        screen.endLine();
        screen.print(prompt);
        Keyboard.Line line = keyboard.line();
        if (line.kind() != Keyboard.Line.Kind.TYPED) {
            screen.print("\n");
            return null;
        }
        screen.startedLine();
        if (line.isCut()) {
            complain("the line is longer than a terminal hands over whole, and was not taken");
            return null;
        }
        return line.text();
    }

    /** Says what went wrong. */
    void complain(String text) {
        String cut = text.length() <= MAX_COMPLAINT
                ? text
                : text.substring(0, MAX_COMPLAINT) + " ... (" + (text.length() - MAX_COMPLAINT) + " more characters)";
        screen.endLine();
        boolean isFirst = true;
        for (String line : safe.prose(cut).split("\n", -1)) {
            // Whoever reads a pipe looks for whole lines.
            for (String piece :
                    isInteractive ? Columns.wrapWords(line, screen.size().columns() - 3) : List.of(line)) {
                screen.line(isFirst ? style.red(style.failure() + piece) : "  " + style.red(piece));
                isFirst = false;
            }
        }
    }
}
