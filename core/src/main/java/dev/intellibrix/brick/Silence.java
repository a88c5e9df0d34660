package dev.intellibrix.brick;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Tells whether somebody goes on typing, by how long nothing comes. */
@FunctionalInterface
interface Silence {

    /** By the clock. */
    Silence TIMED = (typed, length) -> typed.poll(length.duration.toNanos(), TimeUnit.NANOSECONDS);

    /** How long nothing has to be typed. */
    enum Length {
        /** After a key, for it to count: longer than a key that is held down pauses, and than the keys of a fast word. */
        KEY(Duration.ofMillis(250)),
        /** Before a line is asked for: longer than a paste pauses. */
        LINE(Duration.ofMillis(150)),
        /** Before a key can answer: longer than somebody pauses who is typing a sentence. */
        QUESTION(Duration.ofMillis(900));

        private final Duration duration;

        Length(Duration duration) {
            this.duration = duration;
        }
    }

    /** Waits for what is typed next; null when nothing is for so long. */
    byte @Nullable [] broken(BlockingQueue<byte[]> typed, Length length) throws InterruptedException;
}
