package dev.intellibrix.internal.concurrent;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Threads for runs, tools and hooks: virtual ones where the JVM has them (21 and later), otherwise daemon threads that are
 * kept for a minute. None keeps the JVM alive.
 */
public final class Workers {

    private static final ExecutorService SHARED = create();
    private static final ScheduledThreadPoolExecutor TIMER = createTimer();

    private Workers() {}

    /** An executor without a bound on its threads. Never shut down. */
    public static ExecutorService shared() {
        return SHARED;
    }

    /** For what is to happen later, which must be over in no time: one thread serves all. Never shut down. */
    public static ScheduledExecutorService timer() {
        return TIMER;
    }

    private static ScheduledThreadPoolExecutor createTimer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, daemonThreads("intellibrix-timer-"));
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    private static ExecutorService create() {
        ExecutorService virtual = virtualThreads();
        return virtual != null ? virtual : Executors.newCachedThreadPool(daemonThreads("intellibrix-"));
    }

    private static ThreadFactory daemonThreads(String prefix) {
        AtomicLong count = new AtomicLong();
        return task -> {
            Thread thread = new Thread(task, prefix + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** By look-up, since the code is compiled for 17; null where virtual threads are missing or a preview. */
    private static @Nullable ExecutorService virtualThreads() {
        if (Runtime.version().feature() < 21) {
            return null;
        }
        try {
            MethodHandle factory = MethodHandles.publicLookup()
                    .findStatic(
                            Executors.class,
                            "newVirtualThreadPerTaskExecutor",
                            MethodType.methodType(ExecutorService.class));
            return (ExecutorService) factory.invokeExact();
        } catch (Throwable e) {
            return null;
        }
    }
}
