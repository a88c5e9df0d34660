package dev.intellibrix.sandbox;

import java.util.function.Supplier;

/**
 * Which sandboxes {@link Sandboxes#cloudflareProvider(CloudflareOptions)} makes: those of a Worker of yours with the bridge of
 * Cloudflare's Sandbox SDK, which is deployed once. Its image decides which languages can be run. Immutable.
 *
 * <pre>{@code
 * Sandboxes.cloudflareProvider(CloudflareOptions.builder("https://bridge.example.workers.dev", () -> System.getenv("SANDBOX_API_KEY"))
 *         .internetDisabled(true)
 *         .build())
 * }</pre>
 */
public final class CloudflareOptions {

    private final RemoteSettings settings;
    private final boolean isOffline;

    private CloudflareOptions(Builder builder) {
        this.settings = builder.settings("cloudflare");
        this.isOffline = builder.isOffline;
    }

    /**
     * Starts with the defaults.
     *
     * @param workerUrl where the Worker is
     * @param apiKey gives the Worker's {@code SANDBOX_API_KEY}, before each request; called by many threads. It is sent to the
     *     Worker alone, and is in no message, log or text of ours
     * @throws IllegalArgumentException when it is no such URL; {@code http} is for the loopback address only
     */
    public static Builder builder(String workerUrl, Supplier<String> apiKey) {
        return new Builder(workerUrl, apiKey);
    }

    RemoteService service() {
        return new CloudflareService(settings, isOffline);
    }

    /** Names the service and its address. */
    @Override
    public String toString() {
        return "CloudflareOptions[" + settings + "]";
    }

    /** Collects {@link CloudflareOptions}. Not thread-safe. */
    public static final class Builder extends SandboxServiceBuilder<Builder> {

        private boolean isOffline;

        private Builder(String workerUrl, Supplier<String> apiKey) {
            super(apiKey, workerUrl, "/workspace");
        }

        @Override
        Builder self() {
            return this;
        }

        /**
         * Whether the Worker's class of sandboxes has {@code enableInternet = false}; false when not given. The bridge has no
         * request that takes the network away, so this is what the provider believes: sandboxes without a network
         * are made when it is true, those with one when it is false, and the others are refused.
         */
        public Builder internetDisabled(boolean disabled) {
            this.isOffline = disabled;
            return this;
        }

        /** The options. */
        public CloudflareOptions build() {
            return new CloudflareOptions(this);
        }
    }
}
