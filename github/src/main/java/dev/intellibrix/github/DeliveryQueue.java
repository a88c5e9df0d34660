package dev.intellibrix.github;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Events that wait for their turn, bounded in number and in bytes. An event is known from the step in which it is taken, so that one
 * that is refused can be sent again, and one that is taken is taken once. While it is not finished it is known however many others
 * are; of those that are finished the last ones are. Thread-safe.
 */
final class DeliveryQueue {

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryQueue.class);
    private static final int IDLE_SECONDS = 30;

    /** What became of an event that was offered. */
    enum Fate {
        TAKEN,
        SEEN,
        FULL,
        CLOSED
    }

    private final GitHubWebhook.Handler handler;
    private final long maxBytes;
    private final ThreadPoolExecutor threads;
    private final ReentrantLock lock = new ReentrantLock();
    private final SeenDeliveries finished; // Guarded by lock.
    private final SeenDeliveries underway = new SeenDeliveries(Integer.MAX_VALUE); // Those of open. Guarded by lock.
    private final Set<Thread> working = ConcurrentHashMap.newKeySet(); // Those in a handler.
    private final Set<Delivery> open = new LinkedHashSet<>(); // Taken and not finished, oldest first. Guarded by lock.
    private long bytes; // Of the open ones. Guarded by lock.
    private boolean isClosed; // Guarded by lock.

    DeliveryQueue(GitHubWebhook.Handler handler, int workers, int maxWaiting, long maxBytes, int remembered) {
        this.handler = handler;
        this.maxBytes = maxBytes;
        this.finished = new SeenDeliveries(remembered);
        this.threads = new ThreadPoolExecutor(
                workers, workers, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(maxWaiting), task -> {
                    Thread thread = new Thread(task, "intellibrix-webhook");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    boolean isSeen(String id, String content) {
        lock.lock();
        try {
            return isKnown(id, content);
        } finally {
            lock.unlock();
        }
    }

    private boolean isKnown(String id, String content) {
        return underway.contains(id, content) || finished.contains(id, content);
    }

    /** Takes an event, or says why not. */
    Fate offer(GitHubEvent event, String content) {
        Delivery delivery = new Delivery(event, content);
        lock.lock();
        try {
            if (isClosed) {
                return Fate.CLOSED;
            }
            if (isKnown(event.deliveryId(), content)) {
                return Fate.SEEN;
            }
            if (bytes > 0 && bytes + event.size() > maxBytes) {
                return Fate.FULL;
            }
            threads.execute(delivery);
            underway.add(event.deliveryId(), content);
            open.add(delivery);
            bytes += event.size();
            return Fate.TAKEN;
        } catch (RejectedExecutionException e) {
            return Fate.FULL;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes nothing more, and waits for what was taken.
     *
     * @return what is not finished, oldest first; what runs of it was interrupted, and nothing else of it begins
     * @throws IllegalStateException when a handler calls it, which would wait for itself
     */
    List<GitHubEvent> close(Duration wait) {
        if (working.contains(Thread.currentThread())) {
            throw new IllegalStateException("a handler must not close the webhook, since that waits for the handler");
        }
        lock.lock();
        try {
            isClosed = true;
        } finally {
            lock.unlock();
        }
        threads.shutdown();
        boolean isDone = false;
        try {
            isDone = threads.awaitTermination(TimeUnit.NANOSECONDS.convert(wait), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (isDone) {
            return List.of();
        }
        lock.lock();
        try {
            threads.shutdownNow();
            List<GitHubEvent> lost = new ArrayList<>();
            open.forEach(delivery -> lost.add(delivery.event));
            return List.copyOf(lost);
        } finally {
            lock.unlock();
        }
    }

    private void finished(Delivery delivery, boolean isHandled) {
        lock.lock();
        try {
            open.remove(delivery);
            bytes -= delivery.event.size();
            underway.remove(delivery.event.deliveryId(), delivery.content);
            if (isHandled) {
                finished.add(delivery.event.deliveryId(), delivery.content);
            }
        } finally {
            lock.unlock();
        }
    }

    /** An event on its way; equal to itself only. */
    private final class Delivery implements Runnable {

        private final GitHubEvent event;
        private final String content;

        Delivery(GitHubEvent event, String content) {
            this.event = event;
            this.content = content;
        }

        @Override
        public void run() {
            boolean isHandled = false;
            working.add(Thread.currentThread());
            try {
                handler.handle(event);
                isHandled = true;
            } catch (Throwable e) {
                LOG.warn(
                        "the handler of delivery {} failed; it can be sent again",
                        event.deliveryId(),
                        HandlerFailure.of(e));
            } finally {
                working.remove(Thread.currentThread());
                finished(this, isHandled);
            }
        }
    }
}
