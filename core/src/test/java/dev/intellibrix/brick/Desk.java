package dev.intellibrix.brick;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A person at a terminal: presses keys, and waits for what is shown. */
final class Desk {

    private static final long PATIENCE = 60; // Seconds.

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final StringBuilder shown = new StringBuilder();
    private final Deque<byte[]> keys = new ArrayDeque<>();
    private final Charset charset;
    private final boolean hasKeys;
    private final TerminalBrick terminal;
    private int seen;
    private boolean isEnded;
    private boolean isScreenBroken;
    private volatile boolean isByKey;
    private volatile boolean isTypingOn;
    private boolean isTaken = true;
    private int silences;

    Desk() {
        this(StandardCharsets.UTF_8, true, Size.USUAL);
    }

    Desk(Charset charset, boolean hasKeys, Size size) {
        this.charset = charset;
        this.hasKeys = hasKeys;
        this.terminal = TerminalBrick.interactive(
                new Keys(),
                new Shown(),
                charset,
                new Device(size),
                new Style(false, charset.equals(StandardCharsets.UTF_8)),
                false,
                this::broken);
    }

    TerminalBrick terminal() {
        return terminal;
    }

    boolean isByKey() {
        return isByKey;
    }

    /** Types all of this at once. */
    void type(String text) {
        lock.lock();
        try {
            keys.add(text.getBytes(charset));
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Types each of these in a piece of its own, and all of them without a pause that is long enough to count. */
    void typeOn(String... pieces) {
        isTypingOn = true;
        for (String piece : pieces) {
            type(piece);
            awaitTaken();
        }
    }

    /** Pauses for long enough. */
    void pause() {
        lock.lock();
        try {
            int before = silences;
            isTypingOn = false;
            awaitUntil(() -> silences > before, "nobody waits for a pause");
        } finally {
            lock.unlock();
        }
    }

    private byte @Nullable [] broken(BlockingQueue<byte[]> typed, Silence.Length length) throws InterruptedException {
        byte[] chunk;
        do {
            chunk = typed.poll(1, TimeUnit.MILLISECONDS);
        } while (chunk == null && isTypingOn);
        if (chunk == null) {
            lock.lock();
            try {
                silences++;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
        return chunk;
    }

    /** Waits until all that was typed has been handed over: who reads it looks for more. */
    private void awaitTaken() {
        lock.lock();
        try {
            awaitUntil(() -> keys.isEmpty() && isTaken, "nobody reads what is typed");
        } finally {
            lock.unlock();
        }
    }

    private void awaitUntil(BooleanSupplier condition, String complaint) {
        long left = TimeUnit.SECONDS.toNanos(PATIENCE);
        try {
            while (!condition.getAsBoolean()) {
                if (left <= 0) {
                    throw new AssertionError(complaint);
                }
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    void ctrlC() {
        type("\u0003");
    }

    /** Closes the window: there are no more keys. */
    void leave() {
        lock.lock();
        try {
            isEnded = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void breakScreen() {
        lock.lock();
        try {
            isScreenBroken = true;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until this is shown, after all that was waited for before, and returns what stands between. */
    String await(String text) {
        lock.lock();
        try {
            long left = TimeUnit.SECONDS.toNanos(PATIENCE);
            int at = shown.indexOf(text, seen);
            while (at < 0) {
                if (left <= 0) {
                    throw new AssertionError("not shown: " + text + "\nshown:\n" + shown);
                }
                left = changed.awaitNanos(left);
                at = shown.indexOf(text, seen);
            }
            String between = shown.substring(seen, at + text.length());
            seen = at + text.length();
            return between;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until nothing that was typed is left to read. */
    void awaitRead() {
        lock.lock();
        try {
            long left = TimeUnit.SECONDS.toNanos(PATIENCE);
            while (!keys.isEmpty()) {
                if (left <= 0) {
                    throw new AssertionError("nobody reads what is typed");
                }
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            lock.unlock();
        }
    }

    String shown() {
        lock.lock();
        try {
            return shown.toString();
        } finally {
            lock.unlock();
        }
    }

    private final class Keys extends InputStream {

        @Override
        public int read() {
            throw new UnsupportedOperationException("byte by byte");
        }

        @Override
        public int read(byte[] buffer, int from, int length) throws IOException {
            lock.lock();
            try {
                while (keys.isEmpty()) {
                    if (isEnded) {
                        return -1;
                    }
                    changed.await();
                }
                byte[] chunk = keys.remove();
                isTaken = false;
                System.arraycopy(chunk, 0, buffer, from, chunk.length);
                changed.signalAll();
                return chunk.length;
            } catch (InterruptedException e) {
                throw new IOException(e);
            } finally {
                lock.unlock();
            }
        }

        /** A terminal that is gone can not be asked, either. */
        @Override
        public int available() throws IOException {
            lock.lock();
            try {
                if (keys.isEmpty() && isEnded) {
                    throw new IOException("the terminal is gone");
                }
                if (keys.isEmpty() && !isTaken) {
                    isTaken = true;
                    changed.signalAll();
                }
                return keys.isEmpty() ? 0 : keys.peek().length;
            } finally {
                lock.unlock();
            }
        }
    }

    private final class Shown extends OutputStream {

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            lock.lock();
            try {
                if (isScreenBroken) {
                    throw new IOException("the screen is gone");
                }
                shown.append(new String(bytes, from, length, charset));
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    private final class Device implements Tty {

        private final Size size;

        Device(Size size) {
            this.size = size;
        }

        @Override
        public boolean keys() {
            isByKey = hasKeys;
            return hasKeys;
        }

        @Override
        public void lines() {
            isByKey = false;
        }

        @Override
        public Size size() {
            return size;
        }
    }
}
