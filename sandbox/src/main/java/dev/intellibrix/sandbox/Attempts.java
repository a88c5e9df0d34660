package dev.intellibrix.sandbox;

import dev.intellibrix.tool.Cancellation;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Does once more what was not done for a passing reason. */
final class Attempts {

    private static final int MOST = 3;
    private static final int MOST_HARMLESS = 4;
    private static final Duration FIRST_WAIT = Duration.ofMillis(300);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    private Attempts() {}

    /** Repeats what was surely not done. */
    static <T> T of(Cancellation cancellation, Supplier<T> work) {
        return repeat(cancellation, false, work);
    }

    /** Repeats what may have been done as well, since it does no harm when it is done twice. */
    static <T> T ofHarmless(Cancellation cancellation, Supplier<T> work) {
        return repeat(cancellation, true, work);
    }

    private static <T> T repeat(Cancellation cancellation, boolean isHarmless, Supplier<T> work) {
        int most = isHarmless ? MOST_HARMLESS : MOST;
        Duration wait = FIRST_WAIT;
        for (int attempt = 1; ; attempt++) {
            try {
                return work.get();
            } catch (RemoteFailure e) {
                boolean isPassing =
                        e.kind() == RemoteFailure.Kind.BUSY || (isHarmless && e.kind() == RemoteFailure.Kind.UNCLEAR);
                if (!isPassing || attempt == most || e.retryAfter().compareTo(LONGEST_WAIT) > 0) {
                    throw e;
                }
                sleep(e.retryAfter().compareTo(wait) > 0 ? e.retryAfter() : wait, cancellation);
                wait = wait.multipliedBy(3);
            }
        }
    }

    /** Waits, unless it is cancelled. */
    static void sleep(Duration time, Cancellation cancellation) {
        CountDownLatch cancelled = new CountDownLatch(1);
        Cancellation.Registration registration = cancellation.onCancel(cancelled::countDown);
        try {
            if (cancelled.await(time.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new CancellationException("cancelled");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } finally {
            registration.close();
        }
    }
}
