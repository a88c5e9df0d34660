package dev.intellibrix.brick;

import dev.intellibrix.brick.Keyboard.Line;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A terminal: prints text, takes lines, and says what went wrong. What it prints can do nothing but be read: characters that
 * move the cursor, change colours, reorder text or cannot be seen are shown as escapes. When input or output is not a
 * terminal, it is plain: no colours, no marks that need one, and nobody to ask.
 *
 * <p>Thread-safe. From the first {@link #input} on, it reads the whole input, which then belongs to it.
 */
public final class TerminalBrick {

    private final Terminal terminal;
    private final Terminal errors;

    TerminalBrick(Terminal terminal, Terminal errors) {
        this.terminal = terminal;
        this.errors = errors;
    }

    /**
     * The terminal that this program was started in. A person is taken to be there when both standard input and standard
     * output are a terminal. Colours are left out when the environment has {@code NO_COLOR}, or {@code TERM=dumb}.
     */
    public static TerminalBrick ofSystem() {
        return SystemTerminal.open();
    }

    /** A plain one, in UTF-8: what is printed, errors included, goes there, and lines come from here. */
    public static TerminalBrick of(InputStream in, OutputStream out) {
        return plain(in, StandardCharsets.UTF_8, out, out);
    }

    static TerminalBrick plain(InputStream in, Charset charset, OutputStream out, OutputStream err) {
        Style style = new Style(false, charset.name().startsWith("UTF-"));
        Keyboard keyboard = new Keyboard(in, charset, Tty.linesOnly(), false, Silence.TIMED);
        Terminal terminal = new Terminal(
                new Screen(out, charset, style, false),
                keyboard,
                Tty.linesOnly(),
                style,
                new SafeText(charset),
                false,
                new ReentrantLock(true));
        terminal.screen().size(Size.PLAIN);
        return new TerminalBrick(
                terminal, out == err ? terminal : terminal.with(new Screen(err, charset, style, false)));
    }

    static TerminalBrick interactive(
            InputStream in,
            OutputStream out,
            Charset charset,
            Tty tty,
            Style style,
            boolean canRewrite,
            Silence silence) {
        Terminal terminal = new Terminal(
                new Screen(out, charset, style, canRewrite),
                new Keyboard(in, charset, tty, true, silence),
                tty,
                style,
                new SafeText(charset),
                true,
                new ReentrantLock(true));
        terminal.measure();
        return new TerminalBrick(terminal, terminal);
    }

    /** Whether a person is there to answer. */
    public boolean isInteractive() {
        return terminal.isInteractive();
    }

    /** Prints text, which ends its line. */
    public void print(String text) {
        terminal.screen().line(terminal.safe().prose(text));
    }

    /** Says that something went wrong, on the error stream where output is not a terminal; at most 1,000 characters. */
    public void error(String text) {
        errors.complain(text);
    }

    /**
     * The next line that is typed, without its end; empty at the end of the input, and when the line was left with Ctrl-C.
     * What was typed before counts, too: for a question that must not be answered by chance, use {@link ChatRepl#ask}.
     */
    public Optional<String> input() throws InterruptedException {
        return input("");
    }

    /**
     * The next line that is typed, after a prompt; see {@link #input()}.
     *
     * @param prompt one line
     */
    public Optional<String> input(String prompt) throws InterruptedException {
        terminal.asking().lockInterruptibly();
        try {
            terminal.screen().endLine();
            terminal.screen().print(terminal.safe().line(prompt));
            Line line = terminal.keyboard().waitingLine();
            if (line.kind() == Line.Kind.TYPED && terminal.isInteractive()) {
                terminal.screen().startedLine();
            }
            terminal.screen().endLine();
            if (line.isCut()) {
                error("the line was too long, and its rest is left out");
            }
            return line.kind() == Line.Kind.TYPED ? Optional.of(line.text()) : Optional.empty();
        } finally {
            terminal.keyboard().rest();
            terminal.asking().unlock();
        }
    }

    Terminal terminal() {
        return terminal;
    }
}
