package dev.intellibrix.brick;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Reads an input on a thread of its own, in one of two ways. It looks for bytes that are there, under a lock: then all that
 * has been typed can be thrown away at a moment that one chooses. Or it blocks until some come, which is the only way to learn
 * of the end, and stays blocked until it has read something.
 */
final class TypedBytes {

    private static final long LOOK_AGAIN = 15; // Milliseconds.

    private final InputStream in;
    private final Taker taker;
    private final Ender ender;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition isChanged = lock.newCondition();
    private final byte[] buffer = new byte[8192];

    private final boolean alwaysBlocks;
    private Way way = Way.NOT; // Guarded by lock.
    private boolean isStarted; // Guarded by lock.
    private boolean isReading; // Guarded by lock: a read that blocks has begun.

    private enum Way {
        NOT,
        LOOKING,
        BLOCKING
    }

    /** Takes what was read at once. */
    @FunctionalInterface
    interface Taker {
        void take(byte[] chunk) throws InterruptedException;
    }

    /** Is told of the end. */
    @FunctionalInterface
    interface Ender {
        void ended() throws InterruptedException;
    }

    TypedBytes(InputStream in, boolean alwaysBlocks, Taker taker, Ender ender) {
        this.in = in;
        this.alwaysBlocks = alwaysBlocks;
        this.taker = taker;
        this.ender = ender;
    }

    /** Reads by blocking, once; then by looking again. */
    void block() {
        change(Way.BLOCKING);
    }

    /** Reads by looking. */
    void look() {
        change(Way.LOOKING);
    }

    /** Leaves what is typed where it is, for whoever reads next. */
    void pause() {
        change(Way.NOT);
    }

    private void change(Way next) {
        lock.lock();
        try {
            boolean isServed = next == Way.BLOCKING && isReading;
            way = alwaysBlocks ? Way.BLOCKING : isServed ? Way.LOOKING : next;
            isChanged.signalAll();
            if (!isStarted) {
                isStarted = true;
                Thread thread = new Thread(this::read, "intellibrix-terminal");
                thread.setDaemon(true);
                thread.start();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Reads all that there is to the taker, and then does something before the taker gets any more. */
    void drain(Runnable then) {
        lock.lock();
        try {
            if (!alwaysBlocks) {
                takeAvailable();
            }
            then.run();
        } catch (IOException e) {
            then.run(); // The reading thread will find this out, too.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private void read() {
        try {
            while (isNext()) {
                int count = in.read(buffer);
                hasRead();
                if (count < 0) {
                    break;
                }
                taker.take(Arrays.copyOf(buffer, count));
            }
        } catch (IOException | InterruptedException e) {
            // What can not be read has ended.
        }
        try {
            ender.ended();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void hasRead() {
        lock.lock();
        try {
            isReading = false;
        } finally {
            lock.unlock();
        }
    }

    /** Looks until it is to block, which it does with the lock free. */
    private boolean isNext() throws IOException, InterruptedException {
        lock.lock();
        try {
            while (way != Way.BLOCKING) {
                if (way == Way.NOT) {
                    isChanged.await();
                } else if (!takeAvailable()) {
                    isChanged.await(LOOK_AGAIN, TimeUnit.MILLISECONDS);
                }
            }
            way = alwaysBlocks ? Way.BLOCKING : Way.LOOKING;
            isReading = true;
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean takeAvailable() throws IOException, InterruptedException {
        boolean isAny = false;
        for (int count = in.available(); count > 0; count = in.available()) {
            byte[] chunk = new byte[Math.min(count, buffer.length)];
            int length = in.read(chunk);
            if (length <= 0) {
                break;
            }
            taker.take(Arrays.copyOf(chunk, length));
            isAny = true;
        }
        return isAny;
    }
}
