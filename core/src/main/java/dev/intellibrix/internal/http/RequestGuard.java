package dev.intellibrix.rules;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Refuses requests that come from a page of another site, go to another host, or lack the token. */
final class RequestGuard {

    private final byte[] token;
    private final Set<String> hosts;

    RequestGuard(String token, Set<String> hosts) {
        this(token.getBytes(StandardCharsets.UTF_8), hosts);
    }

    private RequestGuard(byte[] token, Set<String> hosts) {
        this.token = token;
        this.hosts = Set.copyOf(hosts);
    }

    RequestGuard withHosts(Set<String> all) {
        return new RequestGuard(token, all);
    }

    Set<String> hosts() {
        return hosts;
    }

    /** The answer to a request that goes no further; null for one that does. */
    RulesHandler.@Nullable Response refusal(Request request) {
        List<String> host = request.header("host");
        if (host.size() != 1 || !hosts.contains(nameOf(host.get(0)))) {
            return RulesAnswers.fault(403, "this host is not served here", Map.of());
        }
        if (!isOwnSite(request, host.get(0))) {
            return RulesAnswers.fault(403, "requests from pages of another site are refused", Map.of());
        }
        if (!hasToken(request)) {
            return RulesAnswers.fault(401, "a bearer token is needed", Map.of("WWW-Authenticate", "Bearer"));
        }
        return null;
    }

    /** A host without its port. */
    private static String nameOf(String host) {
        String lower = host.strip().toLowerCase(Locale.ROOT);
        int bracket = lower.lastIndexOf(']');
        int colon = lower.indexOf(':', Math.max(bracket, 0));
        return colon < 0 ? lower : lower.substring(0, colon);
    }

    private static boolean isOwnSite(Request request, String host) {
        for (String site : request.header("sec-fetch-site")) {
            if (!site.equals("same-origin") && !site.equals("none")) {
                return false;
            }
        }
        return request.header("origin").stream().allMatch(origin -> isOrigin(origin, host));
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
    private boolean hasToken(Request request) {
        List<String> values = request.header("authorization");
        String value = values.size() == 1 ? values.get(0).strip() : "";
        boolean bearer = value.regionMatches(true, 0, "Bearer ", 0, 7);
        String given = bearer ? value.substring(7).strip() : "";
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token);
    }
}
