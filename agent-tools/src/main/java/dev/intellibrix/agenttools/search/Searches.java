package dev.intellibrix.agenttools.search;

import dev.intellibrix.internal.net.GuardedHttp;
import dev.intellibrix.internal.net.NetException;
import dev.intellibrix.internal.net.NetPolicy;
import dev.intellibrix.internal.net.WebUrl;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Search services to give to {@link WebSearchTool}.
 *
 * <pre>{@code
 * AgentTools.builder(root).search(Searches.braveSearch(() -> System.getenv("BRAVE_API_KEY"))).build()
 * }</pre>
 *
 * <p>A key comes from a supplier, which is asked with every request, so that a key can be changed and none is kept here. It is
 * sent in a header to the service alone, and never shown: not in results, messages, logs or approvals, even where a server
 * repeats it. A service is asked over its own connections, without a proxy, and redirects are not followed.
 */
public final class Searches {

    private static final int MAX_BASE_URL = 200;

    private Searches() {}

    /** Brave Search ({@code https://api.search.brave.com}); at most a request in 1.1 seconds. */
    public static SearchProvider braveSearch(Supplier<String> apiKey) {
        return braveSearch(apiKey, SearchServiceOptions.builder().build());
    }

    /** Brave Search ({@code https://api.search.brave.com}). */
    public static SearchProvider braveSearch(Supplier<String> apiKey, SearchServiceOptions options) {
        return keyed(new BraveApi(WebUrl.parse(BraveApi.BASE_URL)), WebUrl.parse(BraveApi.BASE_URL), apiKey, options);
    }

    /** Tavily ({@code https://api.tavily.com}). */
    public static SearchProvider tavilySearch(Supplier<String> apiKey) {
        return tavilySearch(apiKey, SearchServiceOptions.builder().build());
    }

    /** Tavily ({@code https://api.tavily.com}). */
    public static SearchProvider tavilySearch(Supplier<String> apiKey, SearchServiceOptions options) {
        return keyed(
                new TavilyApi(WebUrl.parse(TavilyApi.BASE_URL)), WebUrl.parse(TavilyApi.BASE_URL), apiKey, options);
    }

    /**
     * An instance of SearXNG, which may be on this machine or in an inner network. Its {@code settings.yml} has to have
     * {@code json} among {@code search.formats}.
     *
     * @param baseUrl where it is, such as {@code http://127.0.0.1:8888}; a path below which it lies may follow
     * @throws IllegalArgumentException when that is no URL of {@code http} or {@code https}, is longer than 200 characters, or
     *     has a query
     */
    public static SearchProvider searxngSearch(String baseUrl) {
        return searxngSearch(baseUrl, SearchServiceOptions.builder().build());
    }

    /** An instance of SearXNG, as in {@link #searxngSearch(String)}. */
    public static SearchProvider searxngSearch(String baseUrl, SearchServiceOptions options) {
        WebUrl base = base(baseUrl);
        NetPolicy policy =
                NetPolicy.ofPublicHosts().withHosts(List.of(base.host())).withPrivateNetwork(true);
        return new HttpSearch(new SearxngApi(base), GuardedHttp.of(policy), Optional.empty(), options, Time.system());
    }

    private static SearchProvider keyed(
            SearchApi api, WebUrl base, Supplier<String> apiKey, SearchServiceOptions options) {
        NetPolicy policy = NetPolicy.ofPublicHosts().withHosts(List.of(base.host()));
        return new HttpSearch(
                api,
                GuardedHttp.of(policy),
                Optional.of(Objects.requireNonNull(apiKey, "apiKey")),
                options,
                Time.system());
    }

    private static WebUrl base(String baseUrl) {
        if (baseUrl.length() > MAX_BASE_URL || baseUrl.indexOf('?') >= 0 || baseUrl.indexOf('#') >= 0) {
            throw new IllegalArgumentException(
                    "baseUrl must have at most " + MAX_BASE_URL + " characters, and neither a query nor a fragment");
        }
        try {
            return WebUrl.parse(baseUrl);
        } catch (NetException e) {
            throw new IllegalArgumentException("baseUrl can not be used: " + e.getMessage(), e);
        }
    }
}
