package dev.intellibrix.provider.wire;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;

/**
 * Cancels a call when the thread that waits for it is interrupted, which a read that blocks on a platform thread would not
 * notice. One daemon thread looks at all calls and goes away when there are none. Thread-safe.
 */
final class InterruptWatch {

    private static final long PERIOD_MILLIS = 20;
    private static final long IDLE_SECONDS = 5;

    private final ScheduledThreadPoolExecutor timer;

    InterruptWatch() {
        timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "intellibrix-interrupts");
            thread.setDaemon(true);
            return thread;
        });
        timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        timer.setRemoveOnCancelPolicy(true);
    }

    /** Watches the current thread until the result is closed. */
    Watched watch(Call call) {
        Thread thread = Thread.currentThread();
        ScheduledFuture<?> looks = timer.scheduleWithFixedDelay(
                () -> {
                    if (thread.isInterrupted()) {
                        call.cancel();
                    }
                },
                PERIOD_MILLIS,
                PERIOD_MILLIS,
                TimeUnit.MILLISECONDS);
        return () -> looks.cancel(false);
    }

    /** A thread that is watched. */
    interface Watched extends AutoCloseable {

        @Override
        void close();
    }
}
