package dev.intellibrix.agenttools.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A long text that stands in many places is read once. */
class RememberedTest {

    @Test
    void aLongTextIsReadOnceForAllPlacesItStandsIn() {
        AtomicInteger readings = new AtomicInteger();
        Remembered<Integer> lengths = new Remembered<>(text -> {
            readings.incrementAndGet();
            return text.length();
        });
        String text = "x".repeat(1_000);
        for (int i = 0; i < 10; i++) {
            assertThat(lengths.of(text)).isEqualTo(1_000);
        }
        assertThat(readings).hasValue(1);
        assertThat(lengths.of("x".repeat(1_001))).isEqualTo(1_001);
        assertThat(lengths.of("x")).isEqualTo(1);
        assertThat(readings).hasValue(3);
    }
}
