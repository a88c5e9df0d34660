package dev.intellibrix.sandbox;

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
}
