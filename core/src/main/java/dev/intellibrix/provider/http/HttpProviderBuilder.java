package dev.intellibrix.provider.http;

import dev.intellibrix.provider.wire.ServerOptions;
import java.net.Proxy;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * The options that the builders of all providers over HTTP have, so that a program can set them for whichever it uses. Made
 * for the providers of this SDK; a provider of your own implements {@link dev.intellibrix.provider.Provider}. Not thread-safe.
 *
 * @param <B> the builder itself
 */
public abstract class HttpProviderBuilder<B extends HttpProviderBuilder<B>> {

    private final ServerOptions options;

    /** A builder that collects into these options, which no other module can make. */
    @SuppressWarnings("exports")
    protected HttpProviderBuilder(ServerOptions options) {
        this.options = options;
    }

    /**
     * Where the key comes from, asked with every call, for keys that change; sent as a key that is set. What it gives is
     * treated as a secret. A supplier that throws or gives nothing ends the call with a
     * {@link dev.intellibrix.provider.ProviderException}. Thread-safe, since many runs share the provider.
     */
    public B apiKeySupplier(Supplier<String> supplier) {
        options.apiKeySupplier(supplier);
        return self();
    }

    /**
     * One more header, such as {@code anthropic-beta}; the same name again replaces the value. The value is treated as a secret.
     *
     * @throws IllegalArgumentException when the name or the value cannot stand in a header
     */
    public B header(String name, String value) {
        options.header(name, value);
        return self();
    }

    /** The id that marks what the server adds to a turn; set the same one for two addresses of one server. */
    public B id(String name) {
        options.id(name);
        return self();
    }

    /** How long a connection may take to open; 10 seconds by default. */
    public B connectTimeout(Duration timeout) {
        options.connectTimeout(timeout);
        return self();
    }

    /** How long the server may be silent; 3 minutes by default. */
    public B readTimeout(Duration timeout) {
        options.readTimeout(timeout);
        return self();
    }

    /** How long a call may take in all, with its whole answer; 10 minutes by default. */
    public B callTimeout(Duration timeout) {
        options.callTimeout(timeout);
        return self();
    }

    /** A proxy; none by default, whatever the environment says. */
    public B proxy(Proxy way) {
        options.proxy(way);
        return self();
    }

    @SuppressWarnings("unchecked") // B is the class of this, by its bound.
    private B self() {
        return (B) this;
    }
}
