package dev.intellibrix.provider.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class EncodedCacheTest {

    private record Key(String text) {}

    private final AtomicInteger encoded = new AtomicInteger();

    @Test
    void encodesAnObjectOnce() {
        EncodedCache<Key> cache = cache(1_000);
        Key key = new Key("a");

        assertThat(cache.get(key)).isSameAs(cache.get(key));
        assertThat(encoded).hasValue(1);
    }

    @Test
    void goesByIdentityAndNotByEquality() {
        EncodedCache<Key> cache = cache(1_000);
        Key one = new Key("a");
        Key two = new Key("a");

        cache.get(one);
        cache.get(two);

        assertThat(encoded).hasValue(2);
        assertThat(cache.size()).isEqualTo(2);
    }

    @Test
    void staysWithinItsBound() {
        EncodedCache<Key> cache = cache(100);
        List<Key> keys = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            keys.add(new Key("0123456789"));
            cache.get(keys.get(i));
            assertThat(cache.size()).isLessThanOrEqualTo(10);
        }
    }

    @Test
    void doesNotKeepWhatWouldTakeMostOfTheRoom() {
        EncodedCache<Key> cache = cache(100);
        Key large = new Key("x".repeat(60));

        assertThat(cache.get(large)).hasSize(60);
        assertThat(cache.size()).isZero();
    }

    @Test
    @Timeout(60)
    void forgetsWhatNobodyHoldsAnyMore() {
        EncodedCache<Key> cache = cache(1_000);
        Key held = new Key("held");
        cache.get(held);
        WeakReference<Key> dropped = addAndDrop(cache);

        while (dropped.get() != null || cache.size() > 1) {
            System.gc();
            Thread.onSpinWait();
        }

        cache.get(held);
        assertThat(encoded).as("the one that is held was not encoded again").hasValue(2);
    }

    @Test
    void isUsedByManyThreadsAtOnce() throws Exception {
        EncodedCache<Key> cache = cache(2_000);
        List<Key> keys = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            keys.add(new Key("key " + i));
        }
        List<Callable<Boolean>> readers = new ArrayList<>();
        for (int thread = 0; thread < 8; thread++) {
            readers.add(() -> {
                for (int round = 0; round < 20; round++) {
                    for (Key key : keys) {
                        assertThat(new String(cache.get(key), StandardCharsets.UTF_8))
                                .isEqualTo(key.text());
                    }
                }
                return true;
            });
        }
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            for (Future<Boolean> reader : threads.invokeAll(readers)) {
                assertThat(reader.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static WeakReference<Key> addAndDrop(EncodedCache<Key> cache) {
        Key key = new Key("dropped");
        cache.get(key);
        return new WeakReference<>(key);
    }

    private EncodedCache<Key> cache(long maxBytes) {
        return new EncodedCache<>(
                key -> {
                    encoded.incrementAndGet();
                    return key.text().getBytes(StandardCharsets.UTF_8);
                },
                maxBytes);
    }
}
