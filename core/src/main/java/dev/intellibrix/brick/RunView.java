package dev.intellibrix.brick;

import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.ToolOutcome;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Shows a run as it goes: the model's text, each call on a line, how far a tool is, and the head of each result. Thread-safe.
 * Of sub-agents only the calls are shown, with the way to them.
 */
final class RunView {

    private static final int MAX_LINES = 6; // Of a result with more than twice as many; a smaller cut is not worth it.
    private static final int MAX_LINE = 1_000; // Characters, before the line is cut to the columns that there are.
    private static final int MAX_TEXT = 200_000;
    private static final int PROGRESS = 20;

    private final Terminal terminal;
    private final Screen screen;
    private final Style style;
    private final SafeText safe;
    private final ReentrantLock lock = new ReentrantLock();
    private final Prose prose; // Guarded by lock, as is all below.
    private String shownCall = "";
    private Block last = Block.NOTHING;

    private enum Block {
        NOTHING,
        PROSE,
        CALL
    }

    RunView(Terminal terminal) {
        this.terminal = terminal;
        this.screen = terminal.screen();
        this.style = terminal.style();
        this.safe = terminal.safe();
        this.prose = new Prose(screen, safe, style);
    }

    void show(RunEvent event) {
        lock.lock();
        try {
            if (event instanceof RunEvent.TextDelta delta) {
                text(delta);
            } else if (event instanceof RunEvent.StepStarted) {
                terminal.measure(); // It may have been made smaller since the last step.
                status("thinking" + style.ellipsis());
            } else if (event instanceof RunEvent.ToolRequested call) {
                call(call);
            } else if (event instanceof RunEvent.ToolStarted started) {
                status("running " + safe.line(started.toolName()) + style.ellipsis());
            } else if (event instanceof RunEvent.ToolProgress progress) {
                progress(progress);
            } else if (event instanceof RunEvent.ToolFinished finished) {
                result(finished);
            } else if (event instanceof RunEvent.StepFinished) {
                prose.end();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends what is open: the run is over. */
    void end() {
        lock.lock();
        try {
            prose.end();
            screen.status("");
            last = Block.NOTHING;
            shownCall = "";
        } finally {
            lock.unlock();
        }
    }

    private void text(RunEvent.TextDelta delta) {
        if (!delta.source().agentPath().isEmpty()) {
            return;
        }
        if (!prose.isOpen()) {
            next(Block.PROSE);
        }
        prose.append(delta.text());
    }

    private void call(RunEvent.ToolRequested call) {
        next(Block.CALL);
        String name = safe.line(head(call.toolName()));
        String line = path(call.source()) + name + "  " + safe.line(ResultLines.ofArguments(call.arguments()));
        String cut = Columns.cut(line, width(), style.ellipsis());
        String shown = cut.startsWith(name) ? style.bold(name) + cut.substring(name.length()) : cut;
        screen.line(style.cyan(style.call()) + shown);
        shownCall = call.runId() + " " + call.callId();
    }

    private void progress(RunEvent.ToolProgress progress) {
        String what = safe.line(progress.toolName() + ": " + head(progress.text()));
        if (progress.fraction() < 0) {
            screen.status("  " + what);
            return;
        }
        double fraction = Math.min(1, progress.fraction());
        screen.status(String.format(Locale.ROOT, "  %s %3.0f%%  ", style.progress(fraction, PROGRESS), 100 * fraction)
                + what);
    }

    private void result(RunEvent.ToolFinished finished) {
        next(Block.CALL);
        if (!shownCall.equals(finished.runId() + " " + finished.callId())) { // Ids are unique in a run only.
            screen.line(style.dim(Columns.cut(
                    "  " + path(finished.source()) + safe.line(head(finished.toolName())) + ":",
                    width(),
                    style.ellipsis())));
        }
        boolean succeeded = finished.outcome() == ToolOutcome.SUCCEEDED;
        if (!succeeded) {
            screen.line("  " + style.red(style.failure() + words(finished.outcome())));
        }
        String text = finished.text();
        String read = text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT);
        List<String> lines = ResultLines.of(safe.cleaned(read));
        boolean isWhole = lines.size() <= 2 * MAX_LINES && text.length() <= MAX_TEXT;
        lines.stream().limit(isWhole ? lines.size() : MAX_LINES).forEach(this::resultLine);
        if (!isWhole) {
            String more = text.length() > MAX_TEXT
                    ? "much more, " + text.length() + " characters in all"
                    : counted(lines.size() - MAX_LINES, "more line");
            resultLine("(" + more + " that only the model sees)");
        }
        shownCall = "";
    }

    private void resultLine(String line) {
        screen.line("  " + style.dim(style.bar() + Columns.cut(safe.piece(head(line)), width() - 2, style.ellipsis())));
    }

    /** An empty line between what is said and what is done. */
    private void next(Block block) {
        prose.end();
        if (last != Block.NOTHING && (block != last || block == Block.PROSE)) {
            screen.line("");
        }
        last = block;
    }

    private void status(String text) {
        screen.status("  " + text + (terminal.isInteractive() ? style.dot() + "Ctrl-C stops" : ""));
    }

    private String path(RunEvent.Source source) {
        return source.agentPath().isEmpty() ? "" : safe.line(head(String.join(" > ", source.agentPath()))) + " > ";
    }

    private int width() {
        return screen.size().columns() - 3;
    }

    private static String head(String text) {
        return text.length() <= MAX_LINE ? text : text.substring(0, MAX_LINE);
    }

    static String counted(long count, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : "s");
    }

    private static String words(ToolOutcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
