package dev.intellibrix.testing;

import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.tool.Cancellation;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits as a model would make its caller wait. */
final class Pause {

    private Pause() {}

    /**
     * Waits.
     *
     * @throws ProviderException as soon as the wait is cancelled or interrupted
     */
    static void of(Duration delay, Cancellation cancellation) {
        if (delay.isZero()) {
            return;
        }
        CountDownLatch cancelled = new CountDownLatch(1);
        Cancellation.Registration registration = cancellation.onCancel(cancelled::countDown);
        try {
            if (cancelled.await(TimeUnit.NANOSECONDS.convert(delay), TimeUnit.NANOSECONDS)) {
                throw ProviderException.builder("cancelled").build();
            }
        } catch (InterruptedException e) {
            throw ProviderException.builder("interrupted").cause(e).build();
        } finally {
            registration.close();
        }
    }
}
