package dev.intellibrix.internal.process;

import dev.intellibrix.tool.Cancellation;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One started program until its end. All threads are daemons; they end with the program. */
final class ProcessRun {

    private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long SOON_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final ProcessSpec spec;
    private final Process process;
    private final ProcessTree tree;
    private final CountDownLatch wake = new CountDownLatch(1);
    private final OutputPump stdout;
    private final OutputPump stderr;
    private final long started = System.nanoTime();
    private volatile long ended;

    ProcessRun(ProcessSpec spec, Process process, boolean leadsGroup) {
        this.spec = spec;
        this.process = process;
        this.tree = new ProcessTree(process, leadsGroup);
        this.stdout = new OutputPump(process.getInputStream(), spec, spec.outputLines(), wake::countDown);
        this.stderr = new OutputPump(process.getErrorStream(), spec, null, wake::countDown);
    }

    ProcessResult await(Cancellation cancellation) {
        Thread atExit = new Thread(tree::kill, "intellibrix-process-exit");
        hook(atExit);
        Cancellation.Registration registration = cancellation.onCancel(wake::countDown);
        try {
            startThreads();
            return end(cancellation);
        } catch (InterruptedException e) {
            tree.end();
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } finally {
            registration.close();
            stdout.abandon();
            stderr.abandon();
            unhook(atExit);
        }
    }

    private ProcessResult end(Cancellation cancellation) throws InterruptedException {
        boolean inTime = wake.await(spec.timeout().toNanos(), TimeUnit.NANOSECONDS);
        boolean running = process.isAlive();
        if (running) {
            tree.end();
        } else {
            drain(cancellation, System.nanoTime() + DRAIN_NANOS);
            tree.killRest(System.nanoTime() - started < SOON_NANOS);
        }
        drain(cancellation, lastMoment());
        throwIfStopped(cancellation);
        return result(running && !inTime);
    }

    private void startThreads() {
        daemon("stdout", stdout);
        if (!spec.mergesErrors()) {
            daemon("stderr", stderr);
        }
        daemon("wait", this::awaitExit);
        if (spec.input() != null) {
            daemon("stdin", this::writeInput);
        }
    }

    private void daemon(String role, Runnable work) {
        Thread thread = new Thread(null, work, "intellibrix-process-" + process.pid() + "-" + role, 0, false);
        thread.setDaemon(true);
        thread.start();
    }

    /** A thread of its own, since a virtual thread that waited here would hold its carrier. */
    private void awaitExit() {
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            // Nobody interrupts this thread; if somebody did, the run would end here as well.
        } finally {
            ended = System.nanoTime();
            wake.countDown();
        }
    }

    private void writeInput() {
        byte[] input = spec.input();
        try (OutputStream out = process.getOutputStream()) {
            if (input != null) {
                out.write(input);
            }
        } catch (IOException e) {
            // The program does not want all of it.
        }
    }

    /** A listener may take its time for what the program wrote in time; what nobody listens to is read at once. */
    private long lastMoment() {
        long soon = System.nanoTime() + DRAIN_NANOS;
        return spec.outputLines() != null ? Math.max(started + spec.timeout().toNanos(), soon) : soon;
    }

    /** Reads the rest, without letting whoever holds the streams now hold up the caller. */
    private void drain(Cancellation cancellation, long until) throws InterruptedException {
        long since = System.nanoTime();
        for (OutputPump pump : pumps()) {
            while (!pump.awaitEnd(LOOK_NANOS)) {
                if (cancellation.isCancelled() || System.nanoTime() - until > 0 || pump.isQuiet(since, QUIET_NANOS)) {
                    break;
                }
            }
        }
    }

    private List<OutputPump> pumps() {
        return spec.mergesErrors() ? List.of(stdout) : List.of(stdout, stderr);
    }

    private void throwIfStopped(Cancellation cancellation) {
        cancellation.throwIfCancelled();
        for (OutputPump pump : pumps()) {
            Throwable failure = pump.failure();
            if (failure instanceof RuntimeException e) {
                throw e;
            }
            if (failure instanceof Error e) {
                throw e;
            }
        }
    }

    private ProcessResult result(boolean timedOut) throws InterruptedException {
        boolean dead = process.waitFor(DRAIN_NANOS, TimeUnit.NANOSECONDS);
        long end = ended == 0 ? System.nanoTime() : ended;
        return new ProcessResult(
                dead ? process.exitValue() : ProcessResult.UNKNOWN,
                stdout.captured(),
                stderr.captured(),
                timedOut,
                Duration.ofNanos(end - started));
    }

    /** So that programs end with the JVM, although they do not belong to its terminal any more. */
    private void hook(Thread atExit) {
        try {
            Runtime.getRuntime().addShutdownHook(atExit);
        } catch (IllegalStateException e) {
            tree.kill();
            throw (CancellationException) new CancellationException("the JVM is ending").initCause(e);
        }
    }

    private static void unhook(Thread atExit) {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The JVM is ending, the hook does its work.
        }
    }
}
