package dev.intellibrix.agenttools.search;

import dev.intellibrix.internal.net.WebUrl;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What the services' formats have in common. */
final class Entries {

    private Entries() {}

    /** The hits of an array of objects; what is none is passed over. */
    static List<SearchHit> hits(JsonNode array, String title, String url, String snippet) {
        List<SearchHit> hits = new ArrayList<>();
        for (JsonNode entry : array) {
            String address = entry.path(url).asString("");
            if (!address.isBlank()) {
                hits.add(new SearchHit(
                        entry.path(title).asString(""),
                        address,
                        entry.path(snippet).asString("")));
            }
        }
        return hits;
    }

    /** A place below a base, with a query of names and values in turn. */
    static WebUrl url(WebUrl base, String path, String... query) {
        String start = base.toString();
        StringBuilder url = new StringBuilder(start.endsWith("/") ? start : start + "/").append(path);
        for (int i = 0; i < query.length; i += 2) {
            url.append(i == 0 ? '?' : '&').append(query[i]).append('=').append(encoded(query[i + 1]));
        }
        return WebUrl.parse(url.toString());
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }
}
