package dev.intellibrix.internal.http;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/** Reads how long a server asks to wait: {@code retry-after-ms}, or {@code Retry-After} in seconds or as a date. */
public final class RetryAfter {

    private static final double MAX_SECONDS = 1e9;

    private RetryAfter() {}

    /**
     * The wait that these headers ask for, never negative; nothing when they ask for none or can not be read.
     *
     * @param clock what a date is compared with when the answer does not tell the server's own time
     */
    public static Optional<Duration> of(Headers headers, Clock clock) {
        Optional<Duration> exact = number(headers.get("retry-after-ms"), 1e-3);
        if (exact.isPresent()) {
            return exact;
        }
        String value = headers.get("Retry-After");
        Optional<Duration> seconds = number(value, 1);
        return seconds.isPresent() ? seconds : untilDate(value, headers.get("Date"), clock);
    }

    private static Optional<Duration> number(@Nullable String text, double unitSeconds) {
        if (text == null) {
            return Optional.empty();
        }
        try {
            double seconds = Double.parseDouble(text.strip()) * unitSeconds;
            return seconds >= 0 && seconds <= MAX_SECONDS
                    ? Optional.of(Duration.ofNanos((long) Math.ceil(seconds * 1e9)))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Optional<Duration> untilDate(@Nullable String text, @Nullable String serverDate, Clock clock) {
        return date(text).map(until -> {
            Duration wait = Duration.between(date(serverDate).orElseGet(clock::instant), until);
            return wait.isNegative() ? Duration.ZERO : wait;
        });
    }

    private static Optional<Instant> date(@Nullable String text) {
        if (text == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text.strip())));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
