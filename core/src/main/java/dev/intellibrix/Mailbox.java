package dev.intellibrix;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the threads of a run's tools and hooks have to say to the run's own thread, which works it off while it waits for
 * them. So all that a run knows is touched by one thread only.
 */
final class Mailbox {

    private static final Duration FOREVER = Duration.ofDays(36_500);
    private static final Logger LOG = LoggerFactory.getLogger(Mailbox.class);

    private record Timer(long atNanos, Runnable action) {}

    private final BlockingQueue<Runnable> mail = new LinkedBlockingQueue<>();
    private final Queue<Timer> timers = new PriorityQueue<>(Comparator.comparingLong(Timer::atNanos));

    /** Hands in work; from any thread. */
    void post(Runnable work) {
        mail.add(work);
    }

    /** Sets an action for when this time has passed; for the run's thread. It runs late rather than early. */
    void after(Duration delay, Runnable action) {
        timers.add(new Timer(System.nanoTime() + nanos(delay), action));
    }

    /** A length of time that can be added to {@link System#nanoTime}: a hundred years stand for all that is longer. */
    static long nanos(Duration length) {
        return (length.compareTo(FOREVER) > 0 ? FOREVER : length).toNanos();
    }

    /** Works off what has come in, without waiting. */
    void drain() {
        for (Runnable work = mail.poll(); work != null; work = mail.poll()) {
            work.run();
        }
    }

    /**
     * Works and waits until this holds. An interrupt ends nothing: it can only come from code of the application that this
     * thread has called, such as a listener, and whoever stops a run posts.
     */
    void runUntil(BooleanSupplier done) {
        while (!done.getAsBoolean()) {
            try {
                workOrWait();
            } catch (InterruptedException e) {
                LOG.warn("a run's thread was interrupted by code that it called; the run goes on");
            }
        }
    }

    private void workOrWait() throws InterruptedException {
        Timer next = timers.peek();
        if (next == null) {
            mail.take().run();
            return;
        }
        long wait = next.atNanos() - System.nanoTime();
        if (wait <= 0) {
            timers.poll();
            next.action().run();
            return;
        }
        Runnable work = mail.poll(wait, TimeUnit.NANOSECONDS);
        if (work != null) {
            work.run();
        }
    }

    /** Forgets the timers, when what they were for is over. */
    void clearTimers() {
        timers.clear();
    }
}
