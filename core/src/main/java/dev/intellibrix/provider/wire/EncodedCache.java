package dev.intellibrix.provider.wire;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the encoded form of immutable objects, by their identity, for as long as somebody else holds them. A conversation
 * is sent again with every step, and this is what makes a step cost its new messages only. Thread-safe and bounded: when
 * the forms together exceed the bound, all are dropped and made anew as they are asked for.
 *
 * @param <K> what is encoded
 */
public final class EncodedCache<K> {

    private final Map<Object, byte[]> forms = new ConcurrentHashMap<>();
    private final ReferenceQueue<K> gone = new ReferenceQueue<>();
    private final AtomicLong bytes = new AtomicLong();
    private final Function<K, byte[]> encoder;
    private final long maxBytes;

    /**
     * An empty cache.
     *
     * @param encoder makes the encoded form; a pure function
     * @param maxBytes the size of all forms together
     */
    public EncodedCache(Function<K, byte[]> encoder, long maxBytes) {
        this.encoder = encoder;
        this.maxBytes = maxBytes;
    }

    /** The encoded form, which the caller must not change. */
    public byte[] get(K key) {
        dropGone();
        byte[] known = forms.get(new Probe(key));
        if (known != null) {
            return known;
        }
        byte[] form = encoder.apply(key);
        keep(key, form);
        return form;
    }

    /** How many forms are kept. */
    int size() {
        dropGone();
        return forms.size();
    }

    private void keep(K key, byte[] form) {
        // One form that takes the place of many is made anew at little extra cost: it has to be sent anyway.
        if (form.length > maxBytes / 4) {
            return;
        }
        if (bytes.get() + form.length > maxBytes) {
            forms.keySet().forEach(this::drop);
        }
        if (forms.putIfAbsent(new Held<>(key, gone), form) == null) {
            bytes.addAndGet(form.length);
        }
    }

    private void dropGone() {
        for (Reference<? extends K> held = gone.poll(); held != null; held = gone.poll()) {
            drop(held);
        }
    }

    private void drop(Object held) {
        byte[] form = forms.remove(held);
        if (form != null) {
            bytes.addAndGet(-form.length);
        }
    }

    /** A key in the map. Equal to itself, so that it can be removed when its referent is gone, and to a fellow. */
    private static final class Held<K> extends WeakReference<K> {

        private final int hash;

        Held(K key, ReferenceQueue<K> queue) {
            super(key, queue);
            this.hash = System.identityHashCode(key);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            if (this == other) {
                return true;
            }
            K key = get();
            return key != null && other instanceof Held<?> held && held.get() == key;
        }
    }

    /** A key to look with, which makes no reference that the collector would have to clear. */
    private static final class Probe {

        private final Object key;

        Probe(Object key) {
            this.key = key;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(key);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Held<?> held ? held.get() == key : this == other;
        }
    }
}
