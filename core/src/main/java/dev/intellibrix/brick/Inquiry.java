package dev.intellibrix.brick;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks a person something in words. */
final class Inquiry {

    private static final int MAX_QUESTION =
            100_000; // More than ask_user needs for a question, its choices and their trust.
    private static final int MARGIN = 3;

    private final Terminal terminal;

    Inquiry(Terminal terminal) {
        this.terminal = terminal;
    }

    Optional<String> ask(String question, List<String> choices) throws InterruptedException {
        Style style = terminal.style();
        terminal.screen().line(style.cyan(style.top()) + style.bold("A question:"));
        for (String line : terminal.safe().prose(bounded(question)).split("\n", -1)) {
            framed(choices.isEmpty() ? "" : style.bar(), line); // No line of the question may pass for a choice.
        }
        for (int i = 0; i < choices.size(); i++) {
            framed("", "    " + (i + 1) + "  " + terminal.safe().line(choices.get(i)));
        }
        String hint = choices.isEmpty() ? "your answer" : "a number, or your own words";
        String typed = typed(hint + "; Enter alone leaves it open ");
        if (typed == null || typed.isBlank()) {
            return Optional.empty();
        }
        return Optional.of(chosen(typed, choices));
    }

    private @Nullable String typed(String hint) throws InterruptedException {
        Style style = terminal.style();
        try {
            return terminal.askLine(style.cyan(style.bottom()) + hint + style.cyan(style.prompt()));
        } catch (InterruptedException e) {
            terminal.screen().line(style.dim(style.bottom() + "(the question is void)"));
            throw e;
        }
    }

    private static String chosen(String typed, List<String> choices) {
        String number = typed.strip();
        if (number.matches("[0-9]{1,3}")) {
            int choice = Integer.parseInt(number);
            if (choice >= 1 && choice <= choices.size()) {
                return choices.get(choice - 1);
            }
        }
        return typed;
    }

    private static String bounded(String question) {
        int more = question.length() - MAX_QUESTION;
        if (more <= 0) {
            return question;
        }
        int half = MAX_QUESTION / 2;
        return question.substring(0, half) + "\n(" + more + " characters are left out here)\n"
                + question.substring(half + more);
    }

    /** One line, which goes on in a line with another mark when it is too long, so that it can not pass for several. */
    private void framed(String margin, String line) {
        Style style = terminal.style();
        String mark = style.bar();
        int columns = terminal.screen().size().columns() - MARGIN - 2 * margin.length();
        for (String piece : Columns.wrap("  " + line, columns)) {
            terminal.screen().line(style.cyan(mark + margin) + piece);
            mark = style.brokenBar();
        }
    }
}
