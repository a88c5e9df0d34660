package dev.intellibrix.agenttools.json;

import java.util.concurrent.atomic.AtomicLong;

/** The memory that the queries of a tool may take together, however many there are at once. Thread-safe. */
final class MemoryPool {

    private final long size;
    private final AtomicLong left;

    /**
     * A pool.
     *
     * @param size how many bytes there are, by estimate
     */
    MemoryPool(long size) {
        this.size = size;
        this.left = new AtomicLong(size);
    }

    /** A quarter of the heap, since there are others who use it. */
    static MemoryPool ofHeap() {
        return new MemoryPool(Runtime.getRuntime().maxMemory() / 4);
    }

    long size() {
        return size;
    }

    /** Takes some; false when there is not as much left. */
    boolean take(long bytes) {
        return left.getAndUpdate(before -> before < bytes ? before : before - bytes) >= bytes;
    }

    /** Gives back what was taken. */
    void give(long bytes) {
        left.addAndGet(bytes);
    }
}
