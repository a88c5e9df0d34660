package dev.intellibrix.mcp.server;

import com.sun.net.httpserver.Headers;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests that go to another host (as a page does whose name was pointed here), come from a page of another site, or
 * lack the token. Immutable.
 */
final class HttpGuard {

    private final byte @Nullable [] token;
    private final Set<String> hosts;

    /**
     * A guard.
     *
     * @param token null when none is needed
     * @param hosts the names under which the server is reached, without ports, in lower case
     */
    HttpGuard(@Nullable String token, Set<String> hosts) {
        this.token = token == null ? null : token.getBytes(StandardCharsets.UTF_8);
        this.hosts = Set.copyOf(hosts);
    }

    /**
     * Why a request goes no further.
     *
     * @param status the HTTP status
     * @param text what the client is told
     */
    record Refusal(int status, String text) {}

    /** Why a request with these headers goes no further; null when it does. */
    @Nullable Refusal check(Headers headers) {
        List<String> host = headers.getOrDefault("Host", List.of());
        if (host.size() != 1 || !hosts.contains(nameOf(host.get(0)))) {
            return new Refusal(403, "this host is not served here");
        }
        if (!isOwnSite(headers, host.get(0))) {
            return new Refusal(403, "requests from pages of another site are refused");
        }
        if (token != null && !brings(headers, token)) {
            return new Refusal(401, "a bearer token is needed");
        }
        return null;
    }

    private static String nameOf(String host) {
        String lower = host.strip().toLowerCase(Locale.ROOT);
        int colon = lower.indexOf(':', Math.max(lower.lastIndexOf(']'), 0));
        return colon < 0 ? lower : lower.substring(0, colon);
    }

    private static boolean isOwnSite(Headers headers, String host) {
        for (String site : headers.getOrDefault("Sec-Fetch-Site", List.of())) {
            if (!site.equals("same-origin") && !site.equals("none")) {
                return false;
            }
        }
        return headers.getOrDefault("Origin", List.of()).stream().allMatch(origin -> isOrigin(origin, host));
    }

    /** The scheme may differ, as it does behind a server that speaks TLS. */
    private static boolean isOrigin(String origin, String host) {
        try {
            URI uri = URI.create(origin.strip());
            boolean web = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            return web && host.strip().equalsIgnoreCase(uri.getRawAuthority());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Compares in time that does not tell how much of the token was right. */
    private static boolean brings(Headers headers, byte[] token) {
        List<String> values = headers.getOrDefault("Authorization", List.of());
        String value = values.size() == 1 ? values.get(0).strip() : "";
        boolean isBearer = value.regionMatches(true, 0, "Bearer ", 0, 7);
        String given = isBearer ? value.substring(7).strip() : "";
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token);
    }
}
