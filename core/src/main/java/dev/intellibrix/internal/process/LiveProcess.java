package dev.intellibrix.internal.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A program that runs until it is closed, and ends with the JVM at the latest. Whoever opened it reads both of its output
 * streams, or it may wait for ever. Thread-safe.
 */
public final class LiveProcess implements AutoCloseable {

    private static final long GRACE_MILLIS = 1000;

    /** Of one that was killed, which takes no time but on a busy machine. */
    private static final long DEATH_MILLIS = 10_000;

    private final Process process;
    private final ProcessTree tree;
    private final Thread atExit;
    private final AtomicBoolean closed = new AtomicBoolean();

    private LiveProcess(Process process, ProcessTree tree) {
        this.process = process;
        this.tree = tree;
        this.atExit = new Thread(tree::kill, "intellibrix-process-exit");
    }

    static LiveProcess of(Process process, boolean leadsGroup) {
        LiveProcess live = new LiveProcess(process, new ProcessTree(process, leadsGroup));
        try {
            Runtime.getRuntime().addShutdownHook(live.atExit);
        } catch (IllegalStateException e) {
            live.tree.kill();
            throw new ProcessStartException(
                    ProcessStartException.Reason.REFUSED, "nothing was run: the JVM is ending", e);
        }
        return live;
    }

    /** Its number in the system. */
    public long pid() {
        return process.pid();
    }

    /** Where to write what it reads. */
    public OutputStream input() {
        return process.getOutputStream();
    }

    /** What it writes to its standard output. */
    public InputStream output() {
        return process.getInputStream();
    }

    /** What it writes to its standard error. */
    public InputStream errors() {
        return process.getErrorStream();
    }

    /** Whether it has not ended. */
    boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Ends it and all that it started: its input ends first, a second later it is asked to end, and half a second after that
     * it is killed. Returns when that is done; an interrupt shortens the wait for what it does by itself. Closing twice is the
     * same as once.
     */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            tree.find(); // Before it may end: what it started is nobody's descendant then.
            // On a thread of its own, since a stream that a writer holds can not be closed before it is read.
            Thread closer = new Thread(null, this::endInput, "intellibrix-process-" + pid() + "-close", 0, false);
            closer.setDaemon(true);
            closer.start();
            awaitEnd(GRACE_MILLIS);
            tree.end();
            awaitDeath();
        } finally {
            unhook();
        }
    }

    private void awaitEnd(long millis) {
        try {
            process.waitFor(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Not shortened by an interrupt: it is known to be dead only once the JDK has seen it. */
    private void awaitDeath() {
        boolean interrupted = Thread.interrupted();
        awaitEnd(DEATH_MILLIS);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void endInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It has ended, or does not read.
        }
    }

    private void unhook() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The JVM is ending, the hook does its work.
        }
    }
}
