package dev.intellibrix.sandbox;

import dev.intellibrix.internal.net.NetException;
import dev.intellibrix.internal.net.WebUrl;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * The options that all hosted services have. Not thread-safe.
 *
 * @param <B> the builder of a service
 */
public abstract sealed class SandboxServiceBuilder<B extends SandboxServiceBuilder<B>>
        permits E2bOptions.Builder, DaytonaOptions.Builder, CloudflareOptions.Builder {

    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "[::1]", "localhost");
    private static final Pattern FOLDER = Pattern.compile("(/[A-Za-z0-9_][A-Za-z0-9._-]{0,99}){1,10}");
    private static final Duration LONGEST_LIFE = Duration.ofDays(1);
    private static final Duration LONGEST_REQUEST = Duration.ofMinutes(10);

    private final Supplier<String> key;
    private WebUrl base;
    private String folder;
    private boolean isPrivateAllowed;
    private Duration lifetime = Duration.ofMinutes(30);
    private Duration requestTimeout = Duration.ofSeconds(60);

    SandboxServiceBuilder(Supplier<String> key, String base, String folder) {
        this.key = Objects.requireNonNull(key, "key");
        this.base = url(base, "baseUrl");
        this.folder = folder;
    }

    abstract B self();

    /**
     * Where the API is. Requests go to this origin, to those that the options name, and nowhere else; a redirect is not followed.
     *
     * @throws IllegalArgumentException when it is no such URL; {@code http} is for the loopback address only
     */
    public B baseUrl(String url) {
        this.base = url(url, "baseUrl");
        return self();
    }

    /**
     * Whether the service may have an address of a private network, or of this machine; false when not given.
     */
    public B allowPrivateNetwork(boolean allowed) {
        this.isPrivateAllowed = allowed;
        return self();
    }

    /**
     * How long a sandbox lives at most, whatever becomes of this program; 30 minutes when not given. It must be longer than
     * what a program may take.
     *
     * @throws IllegalArgumentException when it is not between a minute and a day
     */
    public B lifetime(Duration duration) {
        if (duration.toMinutes() < 1 || duration.compareTo(LONGEST_LIFE) > 0) {
            throw new IllegalArgumentException("duration must be between a minute and a day, but is " + duration);
        }
        this.lifetime = duration;
        return self();
    }

    /**
     * How long the service may take for a request; 60 seconds when not given. A request that runs a program may take as much longer
     * as the program may.
     *
     * @throws IllegalArgumentException when it is not between a second and ten minutes
     */
    public B requestTimeout(Duration duration) {
        if (duration.toSeconds() < 1 || duration.compareTo(LONGEST_REQUEST) > 0) {
            throw new IllegalArgumentException("duration must be between 1 s and 10 minutes, but is " + duration);
        }
        this.requestTimeout = duration;
        return self();
    }

    /**
     * A folder of the sandbox that its user may write to; the working folder is made in it.
     *
     * @throws IllegalArgumentException when it is not absolute, or has other names than of letters, digits, dots, dashes and
     *     underscores
     */
    public B folder(String path) {
        if (!FOLDER.matcher(path).matches() || path.contains("..")) {
            throw new IllegalArgumentException("path must be absolute and of plain names, but is \"" + path + "\"");
        }
        this.folder = path;
        return self();
    }

    RemoteSettings settings(String service) {
        return new RemoteSettings(service, key, base, folder, isPrivateAllowed, lifetime, requestTimeout);
    }

    WebUrl base() {
        return base;
    }

    static WebUrl url(String text, String name) {
        WebUrl url;
        try {
            url = WebUrl.parse(text);
        } catch (NetException e) {
            throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
        }
        if (!url.isHttps() && !LOOPBACK.contains(url.host())) {
            throw new IllegalArgumentException(name + " must begin with https://, since the key is sent there");
        }
        if (text.indexOf('?') >= 0 || text.indexOf('#') >= 0) {
            throw new IllegalArgumentException(name + " must have no query and no fragment");
        }
        return url;
    }
}
