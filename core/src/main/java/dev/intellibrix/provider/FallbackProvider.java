package dev.intellibrix.provider;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks one provider and, when it fails, the next one, in order. A provider has failed when it throws a
 * {@link ProviderException} before the sink was given anything; any other exception ends the call, and so do a cancellation
 * and the request's deadline. Every call starts with the first provider again.
 *
 * <p>A conversation may go from one provider to another and back: what a provider adds to a part is marked with the
 * {@linkplain Provider#id() id} of that provider, not of this one, and every provider sends back its own only. Put a
 * {@link RetryingProvider} around each provider, not around this one, to have it retried before the next is asked.
 *
 * <p>Thread-safe if the providers are.
 */
public final class FallbackProvider implements Provider {

    private static final Logger LOG = LoggerFactory.getLogger(FallbackProvider.class);

    private final List<Choice> choices;

    private FallbackProvider(List<Choice> choices) {
        this.choices = List.copyOf(choices);
    }

    /** The first provider, then the others, all asked for the model that the request names. */
    public static FallbackProvider of(Provider first, Provider... others) {
        Builder builder = builder(first);
        for (Provider other : others) {
            builder.then(other);
        }
        return builder.build();
    }

    /** A builder that starts with the provider that is asked first. */
    public static Builder builder(Provider first) {
        return new Builder().then(first);
    }

    /** The id of the first provider. Parts carry the id of the provider that made them. */
    @Override
    public String id() {
        return choices.get(0).provider.id();
    }

    /**
     * {@inheritDoc}
     *
     * @throws ProviderException what the last provider that was asked threw; what the ones before it threw is suppressed in it
     */
    @Override
    public ModelResponse generate(ModelRequest request, StreamSink sink) {
        WatchedSink watched = new WatchedSink(sink);
        List<ProviderException> failures = new ArrayList<>();
        for (Choice choice : choices) {
            try {
                return choice.provider.generate(choice.adapt(request), watched);
            } catch (ProviderException e) {
                failures.forEach(e::addSuppressed);
                boolean isLast = failures.size() + 1 == choices.size();
                if (isLast || watched.emitted() || request.cancellation().isCancelled() || isOver(request)) {
                    throw e;
                }
                LOG.debug("asking the next provider after {} failed: {}", choice.provider.id(), e.getMessage());
                failures.add(e);
            }
        }
        throw new IllegalStateException("there is always a last provider");
    }

    @Override
    public String toString() {
        return "FallbackProvider" + choices.stream().map(Choice::provider).toList();
    }

    private static boolean isOver(ModelRequest request) {
        return request.deadline()
                .filter(deadline -> !Instant.now().isBefore(deadline))
                .isPresent();
    }

    /** A provider and the model to ask it for; the empty string is the model of the request. */
    private record Choice(Provider provider, String model) {

        ModelRequest adapt(ModelRequest request) {
            return model.isEmpty() ? request : request.toBuilder().model(model).build();
        }
    }

    /** Collects the providers. Not thread-safe. */
    public static final class Builder {

        private final List<Choice> choices = new ArrayList<>();

        private Builder() {}

        /** The next provider, asked for the model that the request names. */
        public Builder then(Provider provider) {
            choices.add(new Choice(Objects.requireNonNull(provider, "provider"), ""));
            return this;
        }

        /**
         * The next provider, asked for this model in place of the one that the request names.
         *
         * @throws IllegalArgumentException when the model is empty
         */
        public Builder then(Provider provider, String model) {
            if (model.isBlank()) {
                throw new IllegalArgumentException("model is empty");
            }
            choices.add(new Choice(Objects.requireNonNull(provider, "provider"), model));
            return this;
        }

        /** The provider. */
        public FallbackProvider build() {
            return new FallbackProvider(choices);
        }
    }
}
