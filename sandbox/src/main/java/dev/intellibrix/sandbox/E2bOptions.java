package dev.intellibrix.sandbox;

import dev.intellibrix.internal.net.WebUrl;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Which sandboxes {@link Sandboxes#e2bProvider(E2bOptions)} makes. The template must have a shell, {@code tar} and {@code base64}, and
 * the languages that are to be run; that of E2B itself has Python and Node.js. Immutable.
 *
 * <pre>{@code
 * Sandboxes.e2bProvider(E2bOptions.builder(() -> System.getenv("E2B_API_KEY")).template("my-template").build())
 * }</pre>
 */
public final class E2bOptions {

    private final RemoteSettings settings;
    private final WebUrl sandboxUrl;
    private final String template;

    private E2bOptions(Builder builder) {
        this.settings = builder.settings("e2b");
        this.sandboxUrl = builder.sandboxUrl;
        this.template = builder.template;
    }

    /**
     * Starts with the defaults.
     *
     * @param apiKey gives the key, before each request; called by many threads. It is sent to the base URL alone, and is in no
     *     message, log or text of ours
     */
    public static Builder builder(Supplier<String> apiKey) {
        return new Builder(apiKey);
    }

    RemoteService service() {
        return new E2bService(settings, sandboxUrl, template);
    }

    /** Names the service and its address. */
    @Override
    public String toString() {
        return "E2bOptions[" + settings + ", " + template + "]";
    }

    /** Collects {@link E2bOptions}. Not thread-safe. */
    public static final class Builder extends SandboxServiceBuilder<Builder> {

        private static final Pattern TEMPLATE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}");

        private WebUrl sandboxUrl = url("https://sandbox.e2b.app", "sandboxUrl");
        private String template = "base";

        private Builder(Supplier<String> apiKey) {
            super(apiKey, "https://api.e2b.app", "/home/user");
        }

        @Override
        Builder self() {
            return this;
        }

        /**
         * Where the sandboxes are reached, all of them under one host; {@code https://sandbox.e2b.app} when not given. What is sent
         * there has the token of one sandbox, and not the key.
         *
         * @throws IllegalArgumentException when it is no such URL; {@code http} is for the loopback address only
         */
        public Builder sandboxUrl(String url) {
            this.sandboxUrl = url(url, "sandboxUrl");
            return this;
        }

        /**
         * The template; {@code base} when not given.
         *
         * @throws IllegalArgumentException when it is no name of a template
         */
        public Builder template(String name) {
            if (!TEMPLATE.matcher(name).matches()) {
                throw new IllegalArgumentException("name must be that of a template, but is \"" + name + "\"");
            }
            this.template = name;
            return this;
        }

        /** The options. */
        public E2bOptions build() {
            return new E2bOptions(this);
        }
    }
}
