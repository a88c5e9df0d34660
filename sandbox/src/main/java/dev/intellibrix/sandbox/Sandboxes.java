package dev.intellibrix.sandbox;

import java.util.Objects;

/** Makes the providers that this module brings. */
public final class Sandboxes {

    private Sandboxes() {}

    /**
     * Sandboxes without a daemon, on Linux, by the program {@code bwrap}: see {@link BubblewrapOptions}.
     *
     * @see SandboxProvider#check
     */
    public static SandboxProvider bubblewrapProvider() {
        return bubblewrapProvider(BubblewrapOptions.defaults());
    }

    /** Sandboxes without a daemon, on Linux, by the program {@code bwrap}. */
    public static SandboxProvider bubblewrapProvider(BubblewrapOptions options) {
        return new BubblewrapProvider(options);
    }

    /** Containers of this image, by docker or podman, whichever is found on {@code PATH}: see {@link ContainerOptions}. */
    public static SandboxProvider containerProvider(String image) {
        return containerProvider(ContainerOptions.builder().image(image).build());
    }

    /** Containers, by docker or podman. */
    public static SandboxProvider containerProvider(ContainerOptions options) {
        return new ContainerProvider(options, System.getenv());
    }

    /** Sandboxes of E2B, with this key and all defaults: see {@link E2bOptions}. */
    public static SandboxProvider e2bProvider(String apiKey) {
        Objects.requireNonNull(apiKey, "apiKey");
        return e2bProvider(E2bOptions.builder(() -> apiKey).build());
    }

    /** Sandboxes of E2B, or of a service with the same API. */
    public static SandboxProvider e2bProvider(E2bOptions options) {
        return new RemoteProvider(options.service());
    }

    /** Sandboxes of Daytona, with this key and all defaults: see {@link DaytonaOptions}. */
    public static SandboxProvider daytonaProvider(String apiKey) {
        Objects.requireNonNull(apiKey, "apiKey");
        return daytonaProvider(DaytonaOptions.builder(() -> apiKey).build());
    }

    /** Sandboxes of Daytona, hosted or your own. */
    public static SandboxProvider daytonaProvider(DaytonaOptions options) {
        return new RemoteProvider(options.service());
    }

    /**
     * Sandboxes of Cloudflare, through a Worker of yours that has the bridge of its Sandbox SDK: see {@link CloudflareOptions}. What
     * they can reach is the Worker's decision.
     */
    public static SandboxProvider cloudflareProvider(CloudflareOptions options) {
        return new RemoteProvider(options.service());
    }
}
