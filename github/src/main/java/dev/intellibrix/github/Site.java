package dev.intellibrix.github;

import dev.intellibrix.internal.net.NetException;
import dev.intellibrix.internal.net.WebUrl;
import java.util.Set;

/** A GitHub: where its API is, and where people see what is in it. Immutable. */
final class Site {

    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "[::1]", "localhost");
    private static final String API = "api.";

    private final WebUrl base;
    private final String prefix;
    private final String web;

    private Site(WebUrl base) {
        String path = base.pathAndQuery();
        this.base = base;
        this.prefix = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        this.web = web(base);
    }

    /**
     * The GitHub whose API is at this URL.
     *
     * @throws IllegalArgumentException when it is no URL of an API, or the token would be sent in the clear
     */
    static Site of(String baseUrl) {
        WebUrl url;
        try {
            url = WebUrl.parse(baseUrl);
        } catch (NetException e) {
            throw new IllegalArgumentException("baseUrl: " + e.getMessage(), e);
        }
        if (!url.isHttps() && !LOOPBACK.contains(url.host())) {
            throw new IllegalArgumentException("baseUrl must begin with https://, since the token is sent there");
        }
        if (baseUrl.indexOf('?') >= 0 || baseUrl.indexOf('#') >= 0) {
            throw new IllegalArgumentException("baseUrl must have no query and no fragment");
        }
        return new Site(url);
    }

    /** Of github.com and of its relatives the API has a host of its own; an Enterprise server has it below a path. */
    private static String web(WebUrl base) {
        boolean isOwnHost = base.host().equals("api.github.com")
                || (base.host().startsWith(API) && base.host().endsWith(".ghe.com"));
        return isOwnHost ? base.origin().replace("://" + API, "://") : base.origin();
    }

    /** The URL of a path of the API, with a query. */
    WebUrl url(String pathAndQuery) {
        return WebUrl.parse(base.origin() + prefix + pathAndQuery);
    }

    /** The path of the API that a URL names, with its query; empty when it is a URL of something else. */
    String pathOf(WebUrl url) {
        boolean isOurs =
                url.origin().equals(base.origin()) && url.pathAndQuery().startsWith(prefix + "/");
        return isOurs ? url.pathAndQuery().substring(prefix.length()) : "";
    }

    String host() {
        return base.host();
    }

    /** Where people see a repository. */
    String page(Repository repository) {
        return web + "/" + repository;
    }

    @Override
    public String toString() {
        return base.origin() + prefix;
    }
}
