package dev.intellibrix.agenttools.search;

import dev.intellibrix.internal.net.NetException;
import dev.intellibrix.internal.net.NetPolicy;
import dev.intellibrix.internal.net.WebUrl;
import dev.intellibrix.message.Origin;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The hits that are shown: each page once, and only URLs that {@code fetch_url} could be given. Collects; not thread-safe.
 */
final class HitList {

    private static final int MAX_URL = 1_000;
    private static final int MAX_TITLE = 200;

    /** What advertisers add to a URL, which does not make it another page. */
    private static final Pattern TRACKING = Pattern.compile("(?i)(utm_[^=&]*|gclid|fbclid|msclkid)(=.*)?");

    private final NetPolicy policy;
    private final int maxSnippet;
    private final Set<String> pages = new HashSet<>();
    private final List<Origin> origins = new ArrayList<>();
    private final StringBuilder shown = new StringBuilder();
    private int leftOut;

    /**
     * An empty list.
     *
     * @param policy which URLs are shown
     * @param maxSnippet how long a snippet is at most, in characters
     */
    HitList(NetPolicy policy, int maxSnippet) {
        this.policy = policy;
        this.maxSnippet = maxSnippet;
    }

    /** Takes hits until there are enough of them. */
    void add(List<SearchHit> hits, int limit) {
        for (SearchHit hit : hits) {
            if (origins.size() == limit) {
                return;
            }
            add(hit);
        }
    }

    private void add(SearchHit hit) {
        WebUrl url;
        try {
            url = WebUrl.parse(hit.url());
            policy.check(url);
        } catch (NetException e) {
            leftOut++;
            return;
        }
        if (url.toString().length() > MAX_URL) {
            leftOut++;
        } else if (pages.add(page(url))) {
            show(url, hit);
        }
    }

    private void show(WebUrl url, SearchHit hit) {
        origins.add(Origin.of(Origin.Kind.URL, url.toString()));
        String title = PlainLine.of(hit.title(), MAX_TITLE);
        String snippet = PlainLine.of(hit.snippet(), maxSnippet);
        String indent = "   ";
        shown.append(origins.size())
                .append(". ")
                .append(title.isEmpty() ? url.host() : title)
                .append('\n');
        shown.append(indent).append(url).append('\n');
        if (!snippet.isEmpty()) {
            shown.append(indent).append(snippet).append('\n');
        }
    }

    /** What two URLs of one page have in common: not the scheme, a slash at the end, or how somebody came there. */
    private static String page(WebUrl url) {
        String[] parts = url.pathAndQuery().split("\\?", 2);
        StringBuilder page = new StringBuilder(url.host());
        page.append(url.origin().endsWith(":" + url.port()) ? ":" + url.port() : "");
        page.append(parts[0].endsWith("/") ? parts[0].substring(0, parts[0].length() - 1) : parts[0]);
        if (parts.length == 2) {
            for (String field : parts[1].split("&", -1)) {
                if (!TRACKING.matcher(field).matches()) {
                    page.append('&').append(field);
                }
            }
        }
        return page.toString();
    }

    boolean isEmpty() {
        return origins.isEmpty();
    }

    /** Each hit as a number with the title, then the URL and the snippet, each on a line. */
    String text() {
        return shown.toString();
    }

    /** The pages that the titles and snippets come from. */
    Origin[] origins() {
        return origins.toArray(new Origin[0]);
    }

    /** What is said of hits that are not shown; empty when there are none. */
    String note() {
        if (leftOut == 0) {
            return "";
        }
        return "[" + leftOut + (leftOut == 1 ? " more was" : " more were")
                + " left out: no public page, or none that may be read here]\n";
    }
}
