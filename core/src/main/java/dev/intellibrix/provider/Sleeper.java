package dev.intellibrix.provider;

import dev.intellibrix.tool.Cancellation;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** How a thread waits. */
interface Sleeper {

    /** Waits for this long, or until the cancellation fires. */
    void sleep(Duration wait, Cancellation cancellation) throws InterruptedException;

    /** Waits in earnest. */
    static Sleeper real() {
        return (wait, cancellation) -> {
            CountDownLatch cancelled = new CountDownLatch(1);
            Cancellation.Registration registration = cancellation.onCancel(cancelled::countDown);
            try {
                // Whether it fired is the caller's to ask.
                boolean ignored = cancelled.await(wait.toNanos(), TimeUnit.NANOSECONDS);
            } finally {
                registration.close();
            }
        };
    }
}
