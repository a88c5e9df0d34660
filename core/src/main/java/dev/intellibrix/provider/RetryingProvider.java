package dev.intellibrix.provider;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a provider again when it failed in a way that may pass: see {@link ProviderException#isRetryable()}. Thread-safe.
 *
 * <ul>
 *   <li>Nothing is asked again once the sink was given something, or it would get the beginning twice.
 *   <li>Each wait is twice as long as the one before, up to the longest delay, shortened by up to a half at random so that
 *       many clients do not come back at the same moment. A server that asks for a longer wait gets it.
 *   <li>When the wait would end after the request's deadline, or a server asks for more than may be waited, the call fails
 *       at once with what the provider threw. So it does when an answer is empty for the second time.
 *   <li>A wait ends at once when the request is cancelled or the thread is interrupted.
 * </ul>
 */
public final class RetryingProvider implements Provider {

    private static final Logger LOG = LoggerFactory.getLogger(RetryingProvider.class);

    private final Provider provider;
    private final int attempts;
    private final Duration baseDelay;
    private final Duration maxDelay;
    private final Duration maxRetryAfter;
    private final Clock clock;
    private final Sleeper sleeper;
    private final DoubleSupplier random;

    private RetryingProvider(Builder builder) {
        this.provider = builder.provider;
        this.attempts = builder.attempts;
        this.baseDelay = builder.baseDelay;
        this.maxDelay = builder.maxDelay;
        this.maxRetryAfter = builder.maxRetryAfter;
        this.clock = builder.clock;
        this.sleeper = builder.sleeper;
        this.random = builder.random;
    }

    /** Retries of this provider's calls, with all defaults. */
    public static RetryingProvider of(Provider provider) {
        return builder(provider).build();
    }

    /** A builder for retries of this provider's calls. */
    public static Builder builder(Provider provider) {
        return new Builder(provider);
    }

    /** The id of the provider that is asked. */
    @Override
    public String id() {
        return provider.id();
    }

    /**
     * {@inheritDoc}
     *
     * @throws CancellationException when the request was cancelled or the thread interrupted during a wait
     */
    @Override
    public ModelResponse generate(ModelRequest request, StreamSink sink) {
        WatchedSink watched = new WatchedSink(sink);
        boolean wasEmpty = false;
        for (int failed = 0; ; failed++) {
            try {
                return provider.generate(request, watched);
            } catch (ProviderException e) {
                boolean emptyAgain = wasEmpty && e.isEmptyAnswer();
                wasEmpty |= e.isEmptyAnswer();
                if (!e.isRetryable() || watched.emitted() || emptyAgain || failed + 1 >= attempts) {
                    throw e;
                }
                await(waitAfter(e, failed), request, e);
            }
        }
    }

    @Override
    public String toString() {
        return "RetryingProvider[" + provider + "]";
    }

    private Duration waitAfter(ProviderException e, int failed) {
        Duration doubled = failed >= 30 ? maxDelay : baseDelay.multipliedBy(1L << failed);
        Duration longest = doubled.compareTo(maxDelay) < 0 ? doubled : maxDelay;
        Duration own = Duration.ofNanos((long) (longest.toNanos() * (1 - random.getAsDouble() / 2)));
        Duration asked = e.retryAfter().orElse(Duration.ZERO);
        if (asked.compareTo(maxRetryAfter) > 0) {
            throw e;
        }
        return own.compareTo(asked) > 0 ? own : asked;
    }

    private void await(Duration wait, ModelRequest request, ProviderException e) {
        Instant until = clock.instant().plus(wait);
        if (request.deadline().filter(deadline -> !until.isBefore(deadline)).isPresent()) {
            throw e;
        }
        LOG.debug("asking {} again in {} after: {}", id(), wait, e.getMessage());
        try {
            sleeper.sleep(wait, request.cancellation());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw ended("interrupted", e);
        }
        if (request.cancellation().isCancelled()) {
            throw ended("cancelled", e);
        }
    }

    private static CancellationException ended(String how, ProviderException failure) {
        CancellationException ended = new CancellationException(how + " while waiting to ask again");
        ended.initCause(failure);
        return ended;
    }

    /** Collects the policy. Not thread-safe. */
    public static final class Builder {

        private static final int MOST_ATTEMPTS = 100;
        private static final Duration LONGEST = Duration.ofDays(1);

        private final Provider provider;
        private int attempts = 4;
        private Duration baseDelay = Duration.ofMillis(500);
        private Duration maxDelay = Duration.ofSeconds(30);
        private Duration maxRetryAfter = Duration.ofMinutes(5);
        private Clock clock = Clock.systemUTC();
        private Sleeper sleeper = Sleeper.real();
        private DoubleSupplier random = () -> ThreadLocalRandom.current().nextDouble();

        private Builder(Provider provider) {
            this.provider = Objects.requireNonNull(provider, "provider");
        }

        /** How often to ask in all, the first time included: 1 to 100, 4 by default. */
        public Builder attempts(int count) {
            if (count < 1 || count > MOST_ATTEMPTS) {
                throw new IllegalArgumentException("attempts must be from 1 to 100, but is " + count);
            }
            this.attempts = count;
            return this;
        }

        /** The first wait, half a second by default; up to a day. */
        public Builder baseDelay(Duration delay) {
            this.baseDelay = inBounds(delay, "baseDelay");
            return this;
        }

        /** The longest wait that is not asked for by the server, 30 seconds by default; up to a day. */
        public Builder maxDelay(Duration delay) {
            this.maxDelay = inBounds(delay, "maxDelay");
            return this;
        }

        /** The longest wait that a server may ask for, 5 minutes by default; up to a day. */
        public Builder maxRetryAfter(Duration wait) {
            this.maxRetryAfter = inBounds(wait, "maxRetryAfter");
            return this;
        }

        Builder clock(Clock source) {
            this.clock = Objects.requireNonNull(source, "source");
            return this;
        }

        Builder sleeper(Sleeper waits) {
            this.sleeper = waits;
            return this;
        }

        Builder random(DoubleSupplier source) {
            this.random = source;
            return this;
        }

        /** The provider. */
        public RetryingProvider build() {
            return new RetryingProvider(this);
        }

        private static Duration inBounds(Duration delay, String argument) {
            if (delay.isNegative() || delay.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException(argument + " must be from 0 to 1 day, but is " + delay);
            }
            return delay;
        }
    }
}
