package dev.intellibrix.brick;

import java.util.List;
import java.util.Optional;

/** Asks a person something in words. */
final class Inquiry {

    private static final int MAX_QUESTION = 20_000;
    private static final int MARGIN = 3;

    private final Terminal terminal;

    Inquiry(Terminal terminal) {
        this.terminal = terminal;
    }

    Optional<String> ask(String question, List<String> choices) throws InterruptedException {
        Style style = terminal.style();
        terminal.screen().line(style.cyan(style.top()) + style.bold("A question:"));
        framed("  " + question);
        for (int i = 0; i < choices.size(); i++) {
            framed("    " + (i + 1) + "  " + choices.get(i));
        }
        String hint = choices.isEmpty() ? "your answer" : "a number, or your own words";
        String typed = terminal.askLine(
                style.cyan(style.bottom()) + hint + "; Enter alone leaves it open " + style.cyan(style.prompt()));
        if (typed == null || typed.isBlank()) {
            return Optional.empty();
        }
        return Optional.of(chosen(typed, choices));
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

    private void framed(String text) {
        Style style = terminal.style();
        boolean isCut = text.length() > MAX_QUESTION;
        String shown = isCut ? text.substring(0, MAX_QUESTION) + "\n(the rest is too long to be shown)" : text;
        for (String line : terminal.safe().prose(shown).split("\n", -1)) {
            for (String piece : Columns.wrap(line, terminal.screen().size().columns() - MARGIN)) {
                terminal.screen().line(style.cyan(style.bar()) + piece);
            }
        }
    }
}
