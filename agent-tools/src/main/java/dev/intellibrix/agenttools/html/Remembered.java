package dev.intellibrix.agenttools.html;

import java.util.IdentityHashMap;
import java.util.function.Function;

/**
 * What long texts were found to say. A page needs few bytes to have one text in many places, for each paragraph opens anew all
 * formatting that was left open before it, with its attributes; but all of those are one and the same object. So each is read
 * once, and the time to read them all is that for the page. Not thread-safe.
 *
 * @param <T> what is found
 */
final class Remembered<T> {

    /** A shorter text is read again sooner than it is looked up. */
    private static final int SHORT = 200;

    private final Function<String, T> reading;
    private final IdentityHashMap<String, T> known = new IdentityHashMap<>();

    Remembered(Function<String, T> reading) {
        this.reading = reading;
    }

    T of(String text) {
        return text.length() <= SHORT ? reading.apply(text) : known.computeIfAbsent(text, reading);
    }
}
