package dev.intellibrix.brick;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.Charset;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Where text is shown; what it gets has been made safe before. Thread-safe: while one thread {@linkplain #hold holds} it, to
 * ask something, what others print waits, so that nothing comes between a question and its answer.
 */
final class Screen {

    private static final int MAX_WAITING = 100_000;
    private static final String CLEAR_LINE = "\r\u001b[2K";

    private final ReentrantLock lock = new ReentrantLock();
    private final Writer out;
    private final Style style;
    private final boolean canRewrite;
    private volatile Size size = Size.USUAL;

    // All guarded by lock.
    private @Nullable Thread holder;
    private final StringBuilder waiting = new StringBuilder();
    private boolean isWaitingCut;
    private boolean isAtLineStart = true;
    private boolean isWaitingAtLineStart = true;
    private String status = "";
    private boolean isBroken;

    /**
     * A screen.
     *
     * @param canRewrite whether a line can be cleared and written anew, for what changes while one looks at it
     */
    Screen(OutputStream out, Charset charset, Style style, boolean canRewrite) {
        this.out = new OutputStreamWriter(out, charset);
        this.style = style;
        this.canRewrite = canRewrite;
    }

    Size size() {
        return size;
    }

    void size(Size now) {
        size = now;
    }

    /** Prints lines or pieces of lines. */
    void print(String text) {
        if (text.isEmpty()) {
            return;
        }
        lock.lock();
        try {
            if (isHeldByAnother()) {
                keep(text);
            } else {
                write(text);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Prints a line, on a line of its own. */
    void line(String text) {
        lock.lock();
        try {
            endLine();
            print(text + "\n");
        } finally {
            lock.unlock();
        }
    }

    /** Ends the line that was begun, if one was. */
    void endLine() {
        lock.lock();
        try {
            if (!(isHeldByAnother() ? isWaitingAtLineStart : isAtLineStart)) {
                print("\n");
            }
        } finally {
            lock.unlock();
        }
    }

    /** The person has pressed Enter, which the terminal itself has shown. */
    void startedLine() {
        lock.lock();
        try {
            isAtLineStart = true;
        } finally {
            lock.unlock();
        }
    }

    /** Shows what is going on, until something is printed or another status takes its place; nothing clears it. */
    void status(String text) {
        lock.lock();
        try {
            if (!canRewrite || holder != null || !isAtLineStart || text.equals(status)) {
                return;
            }
            clearStatus();
            if (!text.isEmpty()) {
                send(style.dim(Columns.cut(text, size.columns() - 1, style.ellipsis())));
            }
            status = text;
            flush();
        } finally {
            lock.unlock();
        }
    }

    /** Lets what other threads print wait; never longer than one needs to ask something. */
    void hold() {
        lock.lock();
        try {
            holder = Thread.currentThread();
            isWaitingAtLineStart = true;
            clearStatus();
            endLine();
        } finally {
            lock.unlock();
        }
    }

    /** Prints what waited. */
    void release() {
        lock.lock();
        try {
            holder = null;
            endLine();
            String late = waiting.toString();
            waiting.setLength(0);
            print(late);
            if (isWaitingCut) {
                isWaitingCut = false;
                line("  " + style.dim("(more was printed meanwhile, and is not shown)"));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether nothing can be printed any more. */
    boolean isBroken() {
        lock.lock();
        try {
            return isBroken;
        } finally {
            lock.unlock();
        }
    }

    private boolean isHeldByAnother() {
        return holder != null && holder != Thread.currentThread();
    }

    private void keep(String text) {
        if (waiting.length() + text.length() > MAX_WAITING) {
            isWaitingCut = true;
            return;
        }
        waiting.append(text);
        isWaitingAtLineStart = text.endsWith("\n");
    }

    private void write(String text) {
        clearStatus();
        send(text);
        isAtLineStart = text.endsWith("\n");
        flush();
    }

    private void clearStatus() {
        if (!status.isEmpty()) {
            send(CLEAR_LINE);
            status = "";
        }
    }

    private void send(String text) {
        try {
            out.write(text);
        } catch (IOException e) {
            isBroken = true;
        }
    }

    private void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            isBroken = true;
        }
    }
}
