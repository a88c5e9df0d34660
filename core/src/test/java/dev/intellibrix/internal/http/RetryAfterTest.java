package dev.intellibrix.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import okhttp3.Headers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("1994-11-06T08:49:00Z"), ZoneOffset.UTC);

    @ParameterizedTest
    @CsvSource({"0,0", "1,1000", "1.5,1500", "' 20 ',20000", "3600,3600000"})
    void readsSeconds(String value, long millis) {
        assertThat(wait("Retry-After", value)).contains(Duration.ofMillis(millis));
    }

    @Test
    void readsADate() {
        assertThat(wait("Retry-After", "Sun, 06 Nov 1994 08:49:37 GMT")).contains(Duration.ofSeconds(37));
    }

    @Test
    void comparesADateWithTheServersOwnTime() {
        Headers headers =
                Headers.of("Retry-After", "Sun, 06 Nov 1994 10:00:10 GMT", "Date", "Sun, 06 Nov 1994 10:00:00 GMT");

        assertThat(RetryAfter.of(headers, CLOCK)).contains(Duration.ofSeconds(10));
    }

    @Test
    void aDateThatHasPassedIsNoWait() {
        assertThat(wait("Retry-After", "Sun, 06 Nov 1994 08:00:00 GMT")).contains(Duration.ZERO);
    }

    @Test
    void millisecondsAreMoreExactThanSeconds() {
        Headers headers = Headers.of("Retry-After", "1", "retry-after-ms", "250");

        assertThat(RetryAfter.of(headers, CLOCK)).contains(Duration.ofMillis(250));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "-1", "NaN", "Infinity", "1e300", "Sun, 32 Nov 1994 08:49:37 GMT"})
    void whatCanNotBeReadIsNoWait(String value) {
        assertThat(wait("Retry-After", value)).isEmpty();
    }

    private static Optional<Duration> wait(String name, String value) {
        return RetryAfter.of(Headers.of(name, value), CLOCK);
    }
}
