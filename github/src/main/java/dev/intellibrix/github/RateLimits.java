package dev.intellibrix.github;

import dev.intellibrix.internal.http.RetryAfter;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.internal.net.NetAnswer;
import dev.intellibrix.tool.ToolException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * When GitHub may be asked again. An answer that says "not now" is remembered, since going on asking is what GitHub bans for;
 * until then nothing is sent. Thread-safe.
 */
final class RateLimits {

    /**
     * What a limit is counted for.
     *
     * @param user a hash of the token
     * @param isSearch whether it is the search, which has a limit of its own
     */
    record Key(String user, boolean isSearch) {}

    private record Wait(Instant until, String what) {}

    private static final Duration UNSAID = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final int MAX_KEYS = 200;
    private static final Pattern SAID = Pattern.compile(
            "You have (?:exceeded a (?:secondary )?rate limit|triggered an abuse detection mechanism)"
                    + "|API (?:secondary )?rate limit exceeded",
            Pattern.CASE_INSENSITIVE);

    private final Clock clock;
    private final Recent<Key, Wait> waits = new Recent<>(MAX_KEYS, MAX_KEYS, wait -> 1);

    RateLimits(Clock clock) {
        this.clock = clock;
    }

    /**
     * Asks whether a request may be sent.
     *
     * @throws ToolException when not, with the time from which on
     */
    void check(Key key) {
        Optional<Wait> wait = waits.get(key).filter(each -> each.until().isAfter(clock.instant()));
        if (wait.isPresent()) {
            throw refusal(wait.get(), "nothing was sent");
        }
    }

    /**
     * Looks at an answer.
     *
     * @throws ToolException when a limit is why it is no success
     */
    void check(Key key, NetAnswer answer) {
        if (answer.status() != 403 && answer.status() != 429) {
            return;
        }
        Optional<Duration> asked = RetryAfter.of(answer.headers(), clock);
        boolean isUsedUp =
                answer.header("x-ratelimit-remaining").filter("0"::equals).isPresent();
        if (asked.isPresent()) {
            remember(new Key(key.user(), !key.isSearch()), asked.get(), "asks to be left alone (secondary rate limit)");
            throw refusal(
                    remember(key, asked.get(), "asks to be left alone (secondary rate limit)"), "it was not done");
        }
        if (isUsedUp) {
            throw refusal(
                    remember(key, untilReset(answer), "has no requests left (primary rate limit)"), "it was not done");
        }
        if (answer.status() == 429 || saysSo(answer)) {
            throw refusal(remember(key, UNSAID, "asks to be left alone (secondary rate limit)"), "it was not done");
        }
    }

    private Duration untilReset(NetAnswer answer) {
        return answer.header("x-ratelimit-reset")
                .filter(text -> text.length() < 16 && text.chars().allMatch(c -> c >= '0' && c <= '9'))
                .filter(text -> !text.isEmpty())
                .map(text -> Duration.between(clock.instant(), Instant.ofEpochSecond(Long.parseLong(text))))
                .map(wait -> wait.isNegative() ? Duration.ofSeconds(1) : wait)
                .orElse(UNSAID);
    }

    private Wait remember(Key key, Duration wait, String what) {
        Duration bounded = wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
        Wait kept = new Wait(clock.instant().plus(bounded), what);
        waits.put(key, kept);
        return kept;
    }

    /** Whether GitHub's own words are these. Anywhere else in the answer they may be somebody's. */
    private static boolean saysSo(NetAnswer answer) {
        try {
            String message = Json.parseLeniently(new String(answer.body(), StandardCharsets.UTF_8))
                    .path("message")
                    .stringValue("");
            return SAID.matcher(message).lookingAt();
        } catch (JsonFault e) {
            return false;
        }
    }

    private ToolException refusal(Wait wait, String effect) {
        long seconds =
                Math.max(1, Duration.between(clock.instant(), wait.until()).toSeconds() + 1);
        return new ToolException(String.format(
                Locale.ROOT,
                "GitHub %s: %s; try again in %d s, at %s, and do something else until then",
                wait.what(),
                effect,
                seconds,
                wait.until().truncatedTo(ChronoUnit.SECONDS).plusSeconds(1)));
    }
}
