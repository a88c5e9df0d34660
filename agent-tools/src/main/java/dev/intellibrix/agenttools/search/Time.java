package dev.intellibrix.agenttools.search;

import dev.intellibrix.tool.Cancellation;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The time that passes, and waiting for it. Thread-safe; a test has one of its own. */
interface Time {

    /** The real one. */
    static Time system() {
        return new Time() {
            @Override
            public long nanos() {
                return System.nanoTime();
            }

            @Override
            public void pass(Duration time, Cancellation cancellation) throws InterruptedException {
                CountDownLatch cancelled = new CountDownLatch(1);
                Cancellation.Registration onCancel = cancellation.onCancel(cancelled::countDown);
                try {
                    boolean ignored = cancelled.await(time.toNanos(), TimeUnit.NANOSECONDS);
                } finally {
                    onCancel.close();
                }
            }
        };
    }

    /** As {@link System#nanoTime}. */
    long nanos();

    /** Waits for this long, or until it is cancelled, which the caller looks at. */
    void pass(Duration time, Cancellation cancellation) throws InterruptedException;
}
