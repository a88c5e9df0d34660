package dev.intellibrix.internal.http;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests to a server of ours that go to another host (as a page does whose name was pointed here), come from a page
 * of another site, or lack the token. Immutable.
 */
public final class RequestGuard {

    private final byte @Nullable [] token;
    private final Set<String> hosts;

    /**
     * A guard.
     *
     * @param token null when none is needed
     * @param hosts the names under which the server is reached, without ports, in lower case
     */
    public RequestGuard(@Nullable String token, Set<String> hosts) {
        this(token == null ? null : token.getBytes(StandardCharsets.UTF_8), hosts);
    }

    private RequestGuard(byte @Nullable [] token, Collection<String> hosts) {
        this.token = token;
        this.hosts = Set.copyOf(hosts);
    }

    /** This guard for a server that is reached under more names, without ports. */
    public RequestGuard withHosts(String... more) {
        Set<String> all = new HashSet<>(hosts);
        for (String host : more) {
            all.add(host.toLowerCase(Locale.ROOT));
        }
        return new RequestGuard(token, all);
    }

    /**
     * Why a request goes no further.
     *
     * @param status the HTTP status; 401 goes with a header that asks for a bearer token
     * @param reason what the client is told
     */
    public record Refusal(int status, String reason) {}

    /**
     * Why a request goes no further; null when it does.
     *
     * @param headers the values of the header of a name in lower case; empty when there is none
     */
    public @Nullable Refusal refusal(Function<String, List<String>> headers) {
        List<String> host = headers.apply("host");
        if (host.size() != 1 || !hosts.contains(nameOf(host.get(0)))) {
            return new Refusal(403, "this host is not served here");
        }
        if (!isOwnSite(headers, host.get(0))) {
            return new Refusal(403, "requests from pages of another site are refused");
        }
        if (token != null && !brings(headers.apply("authorization"), token)) {
            return new Refusal(401, "a bearer token is needed");
        }
        return null;
    }

    /** A host without its port. */
    private static String nameOf(String host) {
        String lower = host.strip().toLowerCase(Locale.ROOT);
        int colon = lower.indexOf(':', Math.max(lower.lastIndexOf(']'), 0));
        return colon < 0 ? lower : lower.substring(0, colon);
    }

    private static boolean isOwnSite(Function<String, List<String>> headers, String host) {
        for (String site : headers.apply("sec-fetch-site")) {
            if (!site.equals("same-origin") && !site.equals("none")) {
                return false;
            }
        }
        return headers.apply("origin").stream().allMatch(origin -> isOrigin(origin, host));
    }

    /** Whether an origin is the host that was asked; the scheme may differ, as it does behind a server that speaks TLS. */
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
    private static boolean brings(List<String> values, byte[] token) {
        String value = values.size() == 1 ? values.get(0).strip() : "";
        boolean bearer = value.regionMatches(true, 0, "Bearer ", 0, 7);
        String given = bearer ? value.substring(7).strip() : "";
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token);
    }
}
