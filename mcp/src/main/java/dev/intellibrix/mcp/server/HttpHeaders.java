package dev.intellibrix.mcp.server;

import com.sun.net.httpserver.Headers;
import java.util.List;
import java.util.Locale;

/** What the protocol wants of the headers of a POST. */
final class HttpHeaders {

    /** Those that a request may name: also the one that clients without a header are taken to mean. */
    private static final List<String> VERSIONS = List.of("2025-11-25", "2025-06-18", "2025-03-26");

    private HttpHeaders() {}

    /** Checks that the headers are those of a message. */
    static void check(Headers headers) throws RefusedRequest {
        String type = headers.getFirst("Content-Type");
        if (type == null || !bare(type).equals("application/json")) {
            throw new RefusedRequest(415, Rpc.INVALID_REQUEST, "Content-Type must be application/json");
        }
        List<String> accepted = headers.getOrDefault("Accept", List.of());
        if (!accepts(accepted, "application/json") || !accepts(accepted, "text/event-stream")) {
            throw new RefusedRequest(
                    406, Rpc.INVALID_REQUEST, "Accept must name both application/json and text/event-stream");
        }
        String version = headers.getFirst("Mcp-Protocol-Version");
        if (version != null && !VERSIONS.contains(version.strip())) {
            throw new RefusedRequest(
                    400, Rpc.INVALID_REQUEST, "this version of the protocol is not spoken here; " + VERSIONS + " are");
        }
    }

    private static boolean accepts(List<String> headers, String type) {
        String any = type.substring(0, type.indexOf('/') + 1) + "*";
        for (String header : headers) {
            for (String each : header.split(",", -1)) {
                String named = bare(each);
                if (named.equals(type) || named.equals(any) || named.equals("*/*")) {
                    return true;
                }
            }
        }
        return false;
    }

    /** A media type without its parameters. */
    private static String bare(String type) {
        int semicolon = type.indexOf(';');
        return (semicolon < 0 ? type : type.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
    }
}
