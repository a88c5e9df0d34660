package dev.intellibrix.examples.codingagent;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.ToolOutcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Shows a run on a terminal and asks the person in front of it. */
final class Console {

    private static final int MAX_RESULT_LINES = 12;
    private static final int MAX_LINE = 160;

    private final PrintStream out;
    private final BufferedReader in;
    private boolean inText;

    Console(PrintStream out, BufferedReader in) {
        this.out = out;
        this.in = in;
    }

    static Console ofSystem() {
        return new Console(
                new PrintStream(System.out, true, StandardCharsets.UTF_8),
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
    }

    void line(String text) {
        if (inText) {
            out.println();
            inText = false;
        }
        out.println(text);
    }

    /** What the person types, or null at the end of the input. */
    @Nullable String prompt(String text) throws IOException {
        out.print(text);
        out.flush();
        return in.readLine();
    }

    /** Shows a call and takes a yes; anything else is a no, and what is typed is its reason. */
    ApprovalDecision ask(ApprovalRequest call) throws IOException {
        line(indented(call.describe(), "  ? "));
        String answer = prompt("  ? [y]es, or the reason for a no: ");
        if (answer != null && (answer.equalsIgnoreCase("y") || answer.equalsIgnoreCase("yes"))) {
            return ApprovalDecision.allow();
        }
        return ApprovalDecision.deny(answer == null || answer.isBlank() ? "the user said no" : answer);
    }

    /** Shows a call and says yes to it. */
    ApprovalDecision showAndAllow(ApprovalRequest call) {
        line(indented(call.describe(), "  ? "));
        line("  ? yes (the demo says yes to everything that it is asked)");
        return ApprovalDecision.allow();
    }

    /** Shows what happens. */
    void show(RunEvent event) {
        if (event instanceof RunEvent.StepStarted step) {
            line("\n-- step " + step.step());
        } else if (event instanceof RunEvent.TextDelta delta) {
            out.print(delta.text());
            out.flush();
            inText = true;
        } else if (event instanceof RunEvent.ToolRequested call) {
            line("> " + call.toolName() + " " + shortened(call.arguments()));
        } else if (event instanceof RunEvent.ApprovalResolved resolved) {
            line("  ? " + resolved.decision().getClass().getSimpleName().toLowerCase(Locale.ROOT) + ", decided by "
                    + resolved.decidedBy().name().toLowerCase(Locale.ROOT));
        } else if (event instanceof RunEvent.ToolFinished finished) {
            String mark = finished.outcome() == ToolOutcome.SUCCEEDED ? "  | " : "  ! ";
            line("< " + finished.toolName()
                    + (finished.outcome() == ToolOutcome.SUCCEEDED ? "" : ": " + finished.outcome()));
            line(indented(firstLines(finished.text()), mark));
        }
    }

    private static String indented(String text, String mark) {
        StringBuilder shown = new StringBuilder();
        text.lines()
                .forEach(line ->
                        shown.append(shown.isEmpty() ? "" : "\n").append(mark).append(line));
        return shown.toString();
    }

    private static String firstLines(String text) {
        long lines = text.lines().count();
        StringBuilder shown = new StringBuilder();
        text.lines()
                .limit(MAX_RESULT_LINES)
                .forEach(line -> shown.append(shortened(line)).append('\n'));
        if (lines > MAX_RESULT_LINES) {
            shown.append("... ").append(lines - MAX_RESULT_LINES).append(" more lines");
        }
        return shown.toString();
    }

    private static String shortened(String line) {
        return line.length() <= MAX_LINE ? line : line.substring(0, MAX_LINE) + " ...";
    }
}
