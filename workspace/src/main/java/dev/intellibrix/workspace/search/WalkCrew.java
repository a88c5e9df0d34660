package dev.intellibrix.workspace.search;

import dev.intellibrix.tool.Cancellation;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Does the parts of a walk on the caller's thread and on helpers, and hands on what they find in the order of the paths. The
 * parts form a list in that order. Whoever is free takes the first one that waits; the caller takes results whenever the
 * first part of the list is done. Helpers are started when there is enough to do, and end with the walk; without any the
 * caller does all by itself, so nothing ever depends on getting a thread. Used once.
 *
 * @param <T> what is found at an entry
 */
final class WalkCrew<T> {

    private static final int MOST_HELPERS = 7;

    /** With fewer parts to do, the start of a thread is not worth it. */
    private static final int WORTH_A_HELPER = 4;

    /** How much may be found ahead of its turn, in the weight of parts, before only the part whose turn it is is done. */
    private static final long MAX_AHEAD = 256;

    private final TreeVisitor<T> visitor;
    private final Function<Cancellation, WalkPart.Eyes<T>> eyes;
    private final Cancellation cancellation;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final int mostHelpers;
    private volatile boolean over;
    // All below belong to the lock.
    private @Nullable Node<T> first;
    private int waiting;
    private long ahead;
    private int helpers;
    private int helping;

    /** What ended a helper in the middle of a part, and so ends the walk. */
    private volatile @Nullable Throwable broken;

    /**
     * A crew.
     *
     * @param eyes makes what a thread needs to run parts, given what ends its work
     */
    WalkCrew(TreeVisitor<T> visitor, Function<Cancellation, WalkPart.Eyes<T>> eyes, Cancellation cancellation) {
        this.visitor = visitor;
        this.eyes = eyes;
        this.cancellation = cancellation;
        this.mostHelpers = Math.min(MOST_HELPERS, Runtime.getRuntime().availableProcessors() - 1);
    }

    /** A part in the list. */
    private static final class Node<T> {

        private final WalkPart<T> part;
        private @Nullable Node<T> next;
        private boolean taken;
        private boolean done;
        private int weight;

        Node(WalkPart<T> part, @Nullable Node<T> next) {
            this.part = part;
            this.next = next;
            this.taken = part.isDone();
        }
    }

    /** Walks an opened folder, until the visitor has had enough. */
    void run(OpenFolder folder, Skipped skipped) throws IOException {
        WalkPart.Eyes<T> own = eyes.apply(cancellation);
        List<WalkPart<T>> parts = WalkPart.read(folder, skipped, own);
        lock.lock();
        try {
            first = chain(parts, null);
        } finally {
            lock.unlock();
        }
        try {
            for (Node<T> node = next(); node != null; node = next()) {
                if (!node.done) {
                    finish(node, node.part.run(own));
                } else if (!node.part.take(visitor, skipped)) {
                    return;
                }
            }
        } finally {
            end();
        }
    }

    /** The next node for the caller: one whose result is next, or one to run; null when all is over. */
    private @Nullable Node<T> next() {
        cancellation.throwIfCancelled();
        lock.lock();
        try {
            while (first != null) {
                if (broken != null) {
                    throw new IllegalStateException("a thread of the search ended", broken);
                }
                if (first.done) {
                    return removeFirst(first);
                }
                Node<T> node = ahead < MAX_AHEAD || !first.taken ? takeWaiting() : null;
                if (node != null) {
                    return node;
                }
                changed.await();
            }
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } finally {
            lock.unlock();
        }
    }

    private Node<T> removeFirst(Node<T> node) {
        first = node.next;
        boolean wasMuch = ahead > MAX_AHEAD / 2;
        ahead -= node.weight;
        if (wasMuch && ahead <= MAX_AHEAD / 2) {
            changed.signalAll();
        }
        return node;
    }

    private void done(Node<T> node) {
        node.done = true;
        node.weight = node.part.weight(visitor);
        ahead += node.weight;
    }

    private @Nullable Node<T> takeWaiting() {
        Node<T> node = waiting == 0 ? null : first;
        while (node != null && node.taken) {
            node = node.next;
        }
        if (node != null) {
            node.taken = true;
            waiting--;
        }
        return node;
    }

    /** Puts parts before a node. */
    private @Nullable Node<T> chain(List<WalkPart<T>> parts, @Nullable Node<T> behind) {
        Node<T> node = behind;
        for (int i = parts.size() - 1; i >= 0; i--) {
            node = new Node<>(parts.get(i), node);
            if (node.taken) {
                done(node);
            } else {
                waiting++;
            }
        }
        return node;
    }

    /** A part is done, and others come of it. */
    private void finish(Node<T> node, List<WalkPart<T>> parts) {
        lock.lock();
        try {
            if (over) {
                drop(parts);
                return;
            }
            node.next = chain(parts, node.next);
            done(node);
            if (node == first || !parts.isEmpty()) {
                changed.signalAll();
            }
            if (waiting >= WORTH_A_HELPER && helpers < mostHelpers) {
                startHelper();
            }
        } finally {
            lock.unlock();
        }
    }

    private static <T> void drop(List<WalkPart<T>> parts) {
        for (WalkPart<T> part : parts) {
            if (!part.isDone()) {
                part.drop();
            }
        }
    }

    private void startHelper() {
        helpers++;
        Thread helper = new Thread(null, this::help, "intellibrix-search", 0, false);
        helper.setDaemon(true);
        try {
            helper.start();
        } catch (OutOfMemoryError e) {
            helpers = mostHelpers; // The system has no thread for us; one thread does all, too.
        }
    }

    private void help() {
        WalkPart.Eyes<T> own = eyes.apply(new Wanted());
        for (Node<T> node = nextToHelp(); node != null; node = nextToHelp()) {
            try {
                finish(node, node.part.run(own));
            } catch (RuntimeException | Error e) {
                broken = e; // There is no result to wait for: the memory may be used up.
                return;
            } finally {
                helped();
            }
        }
    }

    private void helped() {
        lock.lock();
        try {
            helping--;
            if (over || broken != null) {
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Node<T> nextToHelp() {
        lock.lock();
        try {
            while (!over) {
                Node<T> node = ahead < MAX_AHEAD ? takeWaiting() : null;
                if (node != null) {
                    helping++;
                    return node;
                }
                changed.awaitUninterruptibly();
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** Lets the helpers go, and closes what is open. An interrupt leaves helpers to close what they have themselves. */
    private void end() {
        lock.lock();
        try {
            over = true;
            changed.signalAll();
            try {
                while (helping > 0) {
                    changed.await();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            for (Node<T> node = first; node != null; node = node.next) {
                if (!node.taken) {
                    node.part.drop();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Fires for helpers also when the walk is over. */
    private final class Wanted implements Cancellation {

        @Override
        public boolean isCancelled() {
            return over || cancellation.isCancelled();
        }

        @Override
        public Registration onCancel(Runnable action) {
            return cancellation.onCancel(action);
        }
    }
}
