package dev.intellibrix.internal.process;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads one stream of a program until its end, on a thread of its own, so that the program never waits for a reader. A
 * read that waits for a pipe can not be woken; {@link #abandon} leaves it to end with the last process that holds the pipe.
 */
final class OutputPump implements Runnable {

    private static final int BUFFER = 65_536;
    private static final long BUSY = Long.MIN_VALUE;

    private final InputStream stream;
    private final HeadTailBuffer kept;
    private final Runnable onFailure;
    private final CountDownLatch ended = new CountDownLatch(1);
    private @Nullable LineDecoder lines; // Only used by the thread that runs this.
    private volatile @Nullable Throwable failure;
    private volatile long waitingSince = BUSY;
    private volatile boolean abandoned;

    OutputPump(InputStream stream, ProcessSpec spec, @Nullable LineListener listener, Runnable onFailure) {
        this.stream = stream;
        this.kept = new HeadTailBuffer(spec.headBytes(), spec.tailBytes());
        this.lines = listener == null ? null : new LineDecoder(listener);
        this.onFailure = onFailure;
    }

    @Override
    public void run() {
        byte[] buffer = new byte[BUFFER];
        try {
            for (int n = read(buffer); n >= 0 && !abandoned; n = read(buffer)) {
                kept.append(buffer, n);
                decode(buffer, n);
            }
        } catch (IOException e) {
            // The stream was closed under the read: what was read until then counts.
        } finally {
            decode(buffer, -1);
            ended.countDown();
        }
    }

    private int read(byte[] buffer) throws IOException {
        waitingSince = System.nanoTime();
        int n = stream.read(buffer);
        waitingSince = BUSY;
        return n;
    }

    private void decode(byte[] buffer, int length) {
        LineDecoder decoder = lines;
        if (decoder == null || abandoned) {
            return;
        }
        try {
            if (length < 0) {
                decoder.end();
            } else {
                decoder.accept(buffer, length);
            }
        } catch (RuntimeException | Error e) {
            lines = null;
            failure = e;
            onFailure.run();
        }
    }

    /** Waits for the end of the stream and of the listener's work. */
    boolean awaitEnd(long nanos) throws InterruptedException {
        return ended.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** Whether nothing has come for so long, counted from {@code start} at the earliest, and nothing is being dealt with. */
    boolean isQuiet(long start, long nanos) {
        long since = waitingSince;
        return since != BUSY && System.nanoTime() - Math.max(since, start) > nanos;
    }

    /** What the listener threw. */
    @Nullable Throwable failure() {
        return failure;
    }

    /** Stops taking what comes. */
    void abandon() {
        abandoned = true;
        try {
            stream.close();
        } catch (IOException e) {
            // Nothing is lost: it was to be dropped.
        }
    }

    CapturedOutput captured() {
        return kept.captured();
    }
}
