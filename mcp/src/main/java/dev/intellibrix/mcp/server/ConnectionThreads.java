package dev.intellibrix.mcp.server;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that serve connections: a bounded number, each with a limit for how long a request may take to arrive. A
 * connection beyond the bound is closed unread. Thread-safe.
 */
final class ConnectionThreads implements Executor, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionThreads.class);
    private static final ThreadLocal<TimeLimit> ARRIVING = new ThreadLocal<>();

    private final Duration transferTimeout;
    private final ThreadPoolExecutor pool;
    private final ThreadPoolExecutor refusing = pool(1, new LinkedBlockingQueue<>(), "refusing-");
    private final ScheduledThreadPoolExecutor timer =
            new ScheduledThreadPoolExecutor(1, Threads.daemon("intellibrix-mcp-timer-"));

    ConnectionThreads(int max, Duration transferTimeout) {
        this.transferTimeout = transferTimeout;
        this.pool = pool(max, new SynchronousQueue<>(), "http-");
        timer.setRemoveOnCancelPolicy(true);
    }

    private static ThreadPoolExecutor pool(int max, BlockingQueue<Runnable> queue, String name) {
        int core = queue instanceof SynchronousQueue ? 0 : max;
        return new ThreadPoolExecutor(
                core, max, 30, TimeUnit.SECONDS, queue, Threads.daemon("intellibrix-mcp-" + name));
    }

    @Override
    public void execute(Runnable exchange) {
        try {
            pool.execute(() -> serve(exchange));
        } catch (RejectedExecutionException e) {
            refuse(exchange);
        }
    }

    private void serve(Runnable exchange) {
        TimeLimit limit;
        try {
            limit = limit();
        } catch (RejectedExecutionException e) {
            LOG.debug("the server was closed before a request was read", e);
            return;
        }
        try {
            ARRIVING.set(limit);
            exchange.run();
        } finally {
            ARRIVING.remove();
            limit.close();
        }
    }

    /** An interrupted thread closes the connection at the first byte that it wants to read. */
    private void refuse(Runnable exchange) {
        refusing.execute(() -> {
            Thread.currentThread().interrupt();
            try {
                exchange.run();
            } finally {
                Thread.interrupted();
            }
        });
    }

    /** Does something short beside the connections; nothing at all when there is no thread for it. */
    void beside(Runnable work) {
        try {
            pool.execute(work);
        } catch (RejectedExecutionException e) {
            LOG.debug("no thread is free; the work is left out", e);
        }
    }

    /** The request that this thread serves has arrived. */
    void arrived() {
        TimeLimit limit = ARRIVING.get();
        if (limit != null) {
            limit.close();
        }
    }

    /** Something that is sent. */
    @FunctionalInterface
    interface Transfer {
        void run() throws IOException;
    }

    /**
     * Sends something on this thread.
     *
     * @throws IOException when it does not go out in time, or the server was closed
     */
    void transfer(Transfer work) throws IOException {
        TimeLimit limit;
        try {
            limit = limit();
        } catch (RejectedExecutionException e) {
            throw new IOException("the server is closed", e);
        }
        try {
            work.run();
        } finally {
            limit.close();
        }
    }

    private TimeLimit limit() {
        return new TimeLimit(timer, transferTimeout);
    }

    ScheduledExecutorService timer() {
        return timer;
    }

    @Override
    public void close() {
        pool.shutdownNow();
        refusing.shutdownNow();
        timer.shutdownNow();
    }
}
