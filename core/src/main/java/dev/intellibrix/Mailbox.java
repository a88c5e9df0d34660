package dev.intellibrix;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * What the threads of a run's tools and hooks have to say to the run's own thread, which works it off while it waits for
 * them. So all that a run knows is touched by one thread only.
 */
final class Mailbox {

    private record Timer(long atNanos, Runnable action) {}

    private final BlockingQueue<Runnable> mail = new LinkedBlockingQueue<>();
    private final Queue<Timer> timers = new PriorityQueue<>(Comparator.comparingLong(Timer::atNanos));

    /** Hands in work; from any thread. */
    void post(Runnable work) {
        mail.add(work);
    }

    /** Sets an action for a time of {@link System#nanoTime}; for the run's thread. It runs late rather than early. */
    void at(long nanos, Runnable action) {
        timers.add(new Timer(nanos, action));
    }

    /** Works off what has come in, without waiting. */
    void drain() {
        for (Runnable work = mail.poll(); work != null; work = mail.poll()) {
            work.run();
        }
    }

    /** Works and waits until this holds. */
    void runUntil(BooleanSupplier done) throws InterruptedException {
        while (!done.getAsBoolean()) {
            Timer next = timers.peek();
            if (next == null) {
                mail.take().run();
                continue;
            }
            long wait = next.atNanos() - System.nanoTime();
            if (wait <= 0) {
                timers.poll();
                next.action().run();
                continue;
            }
            Runnable work = mail.poll(wait, TimeUnit.NANOSECONDS);
            if (work != null) {
                work.run();
            }
        }
    }

    /** Forgets the timers, when what they were for is over. */
    void clearTimers() {
        timers.clear();
    }
}
