package dev.intellibrix.sandbox;

import dev.intellibrix.internal.net.WebUrl;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What {@link SandboxServiceBuilder} collects. Thread-safe. */
record RemoteSettings(
        String service,
        Supplier<String> keys,
        WebUrl base,
        String folder,
        boolean isPrivateAllowed,
        Duration lifetime,
        Duration requestTimeout) {

    private static final Logger LOG = LoggerFactory.getLogger(RemoteSettings.class);
    private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,4000}");

    /**
     * The key for the next request.
     *
     * @throws RemoteFailure when there is none; nothing of the cause is handed on, since it may hold one
     */
    String key() {
        String key;
        try {
            key = keys.get();
        } catch (RuntimeException e) {
            LOG.warn(
                    "the supplier of the key for {} failed with {}",
                    service,
                    e.getClass().getName());
            throw RemoteFailure.refused("there is no key for " + service + " now, so nothing was sent");
        }
        String stripped = key == null ? "" : key.strip(); // Files of secrets end with a line feed.
        if (!KEY.matcher(stripped).matches()) {
            throw RemoteFailure.refused("there is no usable key for " + service + ", so nothing was sent");
        }
        return stripped;
    }

    /** The URL of a path below a base, which may have a path itself. */
    static WebUrl below(WebUrl base, String pathAndQuery) {
        String path = base.pathAndQuery();
        String prefix = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        return WebUrl.parse(base.origin() + prefix + pathAndQuery);
    }

    WebUrl url(String pathAndQuery) {
        return below(base, pathAndQuery);
    }

    /** Names the service and its address. */
    @Override
    public String toString() {
        return service + "[" + base.origin() + "]";
    }
}
