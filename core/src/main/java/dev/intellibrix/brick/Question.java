package dev.intellibrix.brick;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Asks the person at a terminal about one call. Only a key that is pressed after the whole call was shown, and that comes
 * alone, answers; the end of the input and a screen that can not be written are a no.
 */
final class Question {

    static final String NO = "the user said no";
    private static final String STOPPED = "the user stopped the run";
    private static final String GONE = "the terminal is gone, so nobody could be asked";
    private static final int FEW = 5; // Lines that are not worth a page of their own.
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Terminal terminal;
    private final ApprovalRequest call;

    Question(Terminal terminal, ApprovalRequest call) {
        this.terminal = terminal;
        this.call = call;
    }

    /** Asks until there is an answer. */
    ApprovalDecision answer() throws InterruptedException {
        ApprovalRequest shown = call;
        while (true) {
            switch (pressed(shown)) {
                case 'y' -> {
                    return answered(shown);
                }
                case 'n' -> {
                    return ApprovalDecision.deny(NO);
                }
                case 'r' -> {
                    return ApprovalDecision.deny(reason());
                }
                case 'e' -> shown = new InputEdit(terminal).edit(shown);
                case Keyboard.CTRL_C -> {
                    return ApprovalDecision.deny(STOPPED);
                }
                case Keyboard.CTRL_D -> {
                    return ApprovalDecision.deny(NO);
                }
                default -> {
                    return ApprovalDecision.deny(GONE);
                }
            }
        }
    }

    private ApprovalDecision answered(ApprovalRequest shown) {
        if (terminal.screen().isBroken()) {
            return ApprovalDecision.deny(GONE);
        }
        return shown == call || shown.inputJson().equals(call.inputJson())
                ? ApprovalDecision.allow()
                : ApprovalDecision.edit(shown.input());
    }

    /** Shows the call, page by page, and takes one of the keys, of which yes is one at the last page only. */
    private int pressed(ApprovalRequest shown) throws InterruptedException {
        terminal.measure();
        Size size = terminal.screen().size();
        List<String> lines =
                new RequestView(terminal.style(), terminal.safe(), size.columns()).lines(shown, shown != call);
        int page = size.rows() - 3;
        int next = 0;
        while (true) {
            int end = lines.size() - next <= page + (next == 0 ? 0 : FEW) ? lines.size() : next + page;
            lines.subList(next, end).forEach(terminal.screen()::line);
            int key = key(lines.size() - end);
            if (key != 'm') {
                return key;
            }
            next = end;
        }
    }

    /**
     * One of the keys that are offered, Ctrl-C, or the end.
     *
     * @param hidden how many lines of the call are not shown yet
     */
    private int key(int hidden) throws InterruptedException {
        String keys = hidden == 0 ? "yner" : "mner";
        boolean byKey = terminal.keyboard().listenToKeys();
        try {
            terminal.keyboard().settle(Silence.Length.QUESTION);
            int key = byKey ? pressedKey(keys, hidden) : typedKey(keys, hidden);
            if (byKey) {
                terminal.screen().print(terminal.style().bold(word(key)) + "\n");
            }
            return key;
        } catch (InterruptedException e) {
            terminal.screen().line(terminal.style().dim(terminal.style().bottom() + "(the question is void)"));
            throw e;
        } finally {
            terminal.keyboard().rest();
        }
    }

    private int pressedKey(String keys, int hidden) throws InterruptedException {
        terminal.screen().print(prompt(keys, hidden, ""));
        return terminal.keyboard().key(keys);
    }

    /** Where lines are all that there is, each answer has a number that nobody knew before the question. */
    private int typedKey(String keys, int hidden) throws InterruptedException {
        String number = String.format(Locale.ROOT, "%02d", RANDOM.nextInt(100));
        while (true) {
            terminal.screen().print(prompt(keys, hidden, number));
            Keyboard.Line line = terminal.keyboard().line();
            if (line.kind() != Keyboard.Line.Kind.TYPED) {
                return line.kind() == Keyboard.Line.Kind.END ? Keyboard.END : Keyboard.CTRL_C;
            }
            terminal.screen().startedLine();
            String typed = line.text().strip().toLowerCase(Locale.ROOT);
            if (typed.length() == 3 && typed.endsWith(number) && keys.indexOf(typed.charAt(0)) >= 0) {
                return typed.charAt(0);
            }
        }
    }

    private String prompt(String keys, int hidden, String number) {
        Style style = terminal.style();
        StringBuilder prompt = new StringBuilder(style.cyan(style.bottom()));
        String separator = "";
        for (int i = 0; i < keys.length(); i++) {
            char key = keys.charAt(i);
            prompt.append(separator)
                    .append(style.bold(key + number))
                    .append(' ')
                    .append(meaning(key, hidden));
            separator = style.dot();
        }
        return prompt.append(' ').append(style.cyan(style.prompt())).toString();
    }

    private static String meaning(char key, int hidden) {
        return switch (key) {
            case 'y' -> "yes";
            case 'n' -> "no";
            case 'e' -> "edit";
            case 'r' -> "no, because";
            default -> hidden == 1 ? "1 more line" : hidden + " more lines";
        };
    }

    private static String word(int key) {
        return switch (key) {
            case 'y' -> "yes";
            case 'n' -> "no";
            case 'e' -> "edit";
            case 'r' -> "no, because";
            case 'm' -> "more";
            case Keyboard.CTRL_C -> "stop";
            case Keyboard.CTRL_D -> "no";
            default -> "no (the input has ended)";
        };
    }

    private String reason() throws InterruptedException {
        @Nullable String typed = terminal.askLine("  why? ");
        return typed == null || typed.isBlank() ? NO : NO + ": " + typed.strip();
    }
}
