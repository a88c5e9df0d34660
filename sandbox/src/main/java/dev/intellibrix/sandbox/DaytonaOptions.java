package dev.intellibrix.sandbox;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which sandboxes {@link Sandboxes#daytonaProvider(DaytonaOptions)} makes. The snapshot must have a shell, {@code tar} and
 * {@code base64}, and the languages that are to be run; that of Daytona itself has Python and Node.js. Immutable.
 *
 * <pre>{@code
 * Sandboxes.daytonaProvider(DaytonaOptions.builder(() -> System.getenv("DAYTONA_API_KEY")).target("eu").build())
 * }</pre>
 */
public final class DaytonaOptions {

    private final RemoteSettings settings;
    private final @Nullable String snapshot;
    private final @Nullable String target;
    private final List<String> toolboxHosts;

    private DaytonaOptions(Builder builder) {
        this.settings = builder.settings("daytona");
        this.snapshot = builder.snapshot;
        this.target = builder.target;
        this.toolboxHosts = builder.hosts();
    }

    /**
     * Starts with the defaults.
     *
     * @param apiKey gives the key, before each request; called by many threads. It is sent to the base URL and the toolbox hosts
     *     alone, and is in no message, log or text of ours
     */
    public static Builder builder(Supplier<String> apiKey) {
        return new Builder(apiKey);
    }

    RemoteService service() {
        return new DaytonaService(settings, Optional.ofNullable(snapshot), Optional.ofNullable(target), toolboxHosts);
    }

    /** Names the service and its address. */
    @Override
    public String toString() {
        return "DaytonaOptions[" + settings + "]";
    }

    /** Collects {@link DaytonaOptions}. Not thread-safe. */
    public static final class Builder extends SandboxServiceBuilder<Builder> {

        private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/-]{0,199}");
        private static final Pattern HOST = Pattern.compile("(\\*\\.)?[A-Za-z0-9.-]{1,250}|\\[[0-9a-fA-F:.]{2,45}]");
        private static final String HOSTED = "app.daytona.io";

        private @Nullable String snapshot;
        private @Nullable String target;
        private List<String> toolboxHosts = List.of();

        private Builder(Supplier<String> apiKey) {
            super(apiKey, "https://app.daytona.io/api", "/home/daytona");
        }

        @Override
        Builder self() {
            return this;
        }

        /**
         * The snapshot; Daytona's own when not given.
         *
         * @throws IllegalArgumentException when it is no name of a snapshot
         */
        public Builder snapshot(String name) {
            this.snapshot = checked(name);
            return this;
        }

        /**
         * The region; that of the account when not given.
         *
         * @throws IllegalArgumentException when it is no name of a region
         */
        public Builder target(String name) {
            this.target = checked(name);
            return this;
        }

        /**
         * Hosts that the API may name for the toolbox of a sandbox, which get the key: exact names, and {@code *.example.org} for all
         * below one. When not given, all below {@code daytona.io} for {@code app.daytona.io}, and the host of the base URL for
         * another one.
         *
         * @throws IllegalArgumentException when there is none, or one is of another form
         */
        public Builder toolboxHosts(String... patterns) {
            List<String> all = List.of(patterns);
            if (all.isEmpty() || !all.stream().allMatch(HOST.asMatchPredicate())) {
                throw new IllegalArgumentException("patterns must be hosts, with *. for all below one, but are " + all);
            }
            this.toolboxHosts = all;
            return this;
        }

        private List<String> hosts() {
            if (!toolboxHosts.isEmpty()) {
                return toolboxHosts;
            }
            String host = base().host();
            return List.of(host.equals(HOSTED) ? "*.daytona.io" : host);
        }

        private static String checked(String name) {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        "name must be of letters, digits and . _ : / -, but is \"" + name + "\"");
            }
            return name;
        }

        /** The options. */
        public DaytonaOptions build() {
            return new DaytonaOptions(this);
        }
    }
}
