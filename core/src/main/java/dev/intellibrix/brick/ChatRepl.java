package dev.intellibrix.brick;

import dev.intellibrix.Agent;
import dev.intellibrix.IntelligenceException;
import dev.intellibrix.RunResult;
import dev.intellibrix.StopReason;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalHook;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.event.RunListener;
import dev.intellibrix.message.Message;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * Talks with an agent in a terminal: it shows what the model says as it says it, each call with the head of its result and
 * how far it is, and asks about each call that needs approval. It is made first, since it is the agent's hook and listener:
 *
 * <pre>{@code
 * ChatRepl repl = ChatRepl.on(TerminalBrick.ofSystem());
 * Intelligence agent = new Intelligence(IntelligenceOptions.builder()
 *         .provider(provider)
 *         .tools(WorkspaceTools.in(root))
 *         .onToolApproval(repl)
 *         .onRunEvent(repl)
 *         .build());
 * repl.chat(agent.conversation("chat"));
 * }</pre>
 *
 * <p>An approval shows all that {@link ApprovalRequest#describe} says, page by page where it is long, and takes one key: yes,
 * no, no with a reason, or edit. Yes is offered at the last page only. Keys that were pressed before the question was there,
 * and what is pasted, answer nothing; the end of the input, and a terminal that is gone, are a no. Where the terminal hands
 * over lines only (on Windows, or without {@code stty}), the answer is a letter and a number that the question shows. When
 * there is no terminal, nobody is asked and the answer is no: an approval is never read from a pipe.
 *
 * <p>While a run goes on, Ctrl-C cancels it and nothing else. Thread-safe; questions are asked one at a time.
 */
public final class ChatRepl implements ApprovalHook, RunListener {

    private static final Duration PASTE = Duration.ofMillis(50);
    private static final String NOBODY = "there is no terminal to ask a person at";

    private final TerminalBrick brick;
    private final Terminal terminal;
    private final Screen screen;
    private final Style style;
    private final RunView view;

    private ChatRepl(TerminalBrick brick) {
        this.brick = brick;
        this.terminal = brick.terminal();
        this.screen = terminal.screen();
        this.style = terminal.style();
        this.view = new RunView(terminal);
    }

    /** On this terminal. */
    public static ChatRepl on(TerminalBrick terminal) {
        return new ChatRepl(Objects.requireNonNull(terminal, "terminal"));
    }

    /**
     * Asks the agent what is typed, line by line, until the end of the input or {@code /exit}. What an agent throws because
     * its model or its store cannot be reached is shown, and the talk goes on.
     */
    public void chat(Agent agent) {
        Runnable undo = terminal.isInteractive() ? terminal.keyboard().takeSignal() : () -> {};
        try {
            if (terminal.isInteractive()) {
                screen.line(style.dim("Ctrl-C stops a run; Ctrl-D or /exit leaves."));
            }
            for (Optional<String> text = next(); text.isPresent(); text = next()) {
                answer(agent, text.get());
            }
        } catch (CancellationException e) {
            brick.error("The run was left behind; it may still be ending.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            undo.run();
        }
    }

    /**
     * Asks the agent once, shows the run, and returns its result; an interrupt of the calling thread cancels it. Of
     * several runs at a time, Ctrl-C stops all.
     *
     * @throws IntelligenceException when the provider is broken
     * @throws CancellationException when Ctrl-C was pressed three times and the run did not end
     */
    public RunResult run(Agent agent, String text) {
        Stopping stopping = new Stopping(screen, style);
        if (!terminal.isInteractive()) {
            return ended(stopping.await(agent.start(Message.user(text))));
        }
        terminal.measure();
        Runnable undo = terminal.keyboard().takeSignal();
        Keyboard.Watch watch = terminal.keyboard().watch(stopping::press);
        try {
            return ended(stopping.await(agent.start(Message.user(text))));
        } finally {
            closed(watch);
            undo.run();
        }
    }

    /** A cancelled run does not wait for its question, which may still be giving the keyboard back. */
    private void closed(Keyboard.Watch watch) {
        terminal.asking().lock();
        try {
            watch.close();
        } finally {
            terminal.asking().unlock();
        }
    }

    /** Shows an event of a run. */
    @Override
    public void on(RunEvent event) {
        view.show(event);
    }

    /** Asks about a call. */
    @Override
    public ApprovalDecision decide(ApprovalRequest call) throws InterruptedException {
        if (!terminal.isInteractive()) {
            show(call);
            brick.error(NOBODY + ": the answer is no");
            return ApprovalDecision.deny(NOBODY);
        }
        terminal.asking().lockInterruptibly();
        screen.hold();
        try {
            return new Question(terminal, call).answer();
        } finally {
            screen.release();
            terminal.asking().unlock();
        }
    }

    /** Shows a call as {@link #decide} does, without asking. */
    public void show(ApprovalRequest call) {
        terminal.measure();
        new RequestView(style, terminal.safe(), screen.size().columns())
                .lines(call, false)
                .forEach(screen::line);
    }

    /**
     * Asks the person something in words: the way for a tool that asks the user.
     *
     * @param question the question, of one line or several; 100,000 characters of it are shown, with a note where more are
     *     left out in the middle
     * @param choices answers to choose from by their number from 1; another answer can be typed all the same
     * @return what was typed, as it was typed, or the choice; empty when there was no answer: Enter alone, Ctrl-C, the end of
     *     the input, or no terminal
     * @throws InterruptedException when nobody waits for the answer any more
     */
    public Optional<String> ask(String question, List<String> choices) throws InterruptedException {
        if (!terminal.isInteractive()) {
            return Optional.empty();
        }
        terminal.asking().lockInterruptibly();
        screen.hold();
        try {
            terminal.measure();
            return new Inquiry(terminal).ask(question, List.copyOf(choices));
        } finally {
            screen.release();
            terminal.asking().unlock();
        }
    }

    private void answer(Agent agent, String text) {
        try {
            RunResult result = run(agent, text);
            if (result.stopReason() != StopReason.ANSWERED) {
                screen.line("  " + style.yellow(Endings.of(result.stopReason())));
            }
            long tokens = result.usage().totalTokens();
            if (tokens > 0) {
                screen.line("  " + style.dim(RunView.counted(tokens, "token")));
            }
        } catch (IntelligenceException e) {
            view.end();
            brick.error(String.valueOf(e.getMessage()));
        }
    }

    private RunResult ended(RunResult result) {
        view.end();
        return result;
    }

    /** The next thing to ask; empty at the end. Lines that come at once, as from a paste, are one. */
    private Optional<String> next() throws InterruptedException {
        terminal.asking().lockInterruptibly();
        try {
            return typed();
        } finally {
            terminal.keyboard().rest();
            terminal.asking().unlock();
        }
    }

    private Optional<String> typed() throws InterruptedException {
        while (true) {
            if (terminal.isInteractive()) {
                screen.line("");
                screen.print(style.bold(style.cyan(style.prompt())));
            }
            Keyboard.Line line = terminal.keyboard().waitingLine();
            String text = line.text();
            switch (line.kind()) {
                case END -> {
                    screen.endLine();
                    return Optional.empty();
                }
                case INTERRUPTED -> screen.line(style.dim("Ctrl-D or /exit leaves."));
                default -> {
                    screen.startedLine();
                    if (terminal.isInteractive()) {
                        text = withPasted(text);
                    } else if (!text.isBlank()) {
                        screen.line(style.prompt() + terminal.safe().line(text));
                    }
                    if (line.isCut()) {
                        brick.error("the line is too long, and was not sent");
                    } else if (text.strip().equals("/exit")) {
                        return Optional.empty();
                    } else if (!text.isBlank()) {
                        return Optional.of(text);
                    }
                }
            }
        }
    }

    private String withPasted(String first) throws InterruptedException {
        if (!terminal.keyboard().hasMore(PASTE)) {
            return first;
        }
        StringBuilder text = new StringBuilder(first);
        boolean isCut = false;
        screen.line(style.dim("several lines; an empty one sends them"));
        while (true) {
            Keyboard.Line line = terminal.keyboard().line();
            boolean isSent = line.text().isBlank() && !terminal.keyboard().hasMore(PASTE);
            if (line.kind() != Keyboard.Line.Kind.TYPED) {
                return "";
            }
            isCut |= line.isCut();
            if (isSent && isCut) {
                brick.error("a line is too long, and nothing was sent");
                return "";
            }
            if (isSent) {
                return text.toString();
            }
            text.append('\n').append(line.text());
        }
    }
}
