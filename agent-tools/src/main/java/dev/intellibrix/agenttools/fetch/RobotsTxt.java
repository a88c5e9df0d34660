package dev.intellibrix.agenttools.fetch;

import dev.intellibrix.internal.net.Deadline;
import dev.intellibrix.internal.net.GuardedHttp;
import dev.intellibrix.internal.net.NetAnswer;
import dev.intellibrix.internal.net.NetException;
import dev.intellibrix.internal.net.NetRequest;
import dev.intellibrix.internal.net.WebUrl;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.ToolException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/**
 * Asks the {@code robots.txt} of each site, by scheme, host and port, before a page of it is fetched. As RFC 9309 has it, a file
 * that is not there (any 4xx, 401 and 403 included) allows everything, and one that can not be read forbids everything; 429
 * counts as that, too, since the server has not said no. Thread-safe.
 */
final class RobotsTxt {

    private static final Duration FRESH = Duration.ofHours(1);
    private static final Duration FRESH_FAILURE = Duration.ofMinutes(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int MAX_SITES = 200;
    private static final long MAX_RULES = 200_000;
    private static final int MAX_BYTES = 512_000;
    private static final int MAX_REDIRECTS = 5;
    private static final int TOO_MANY_REQUESTS = 429;

    /**
     * What is known of a site.
     *
     * @param problem why its file can not be read
     */
    private record Site(RobotsRules rules, Optional<String> problem) {}

    private final GuardedHttp http;
    private final String userAgent;
    private final Recent<String, Site> sites;

    RobotsTxt(GuardedHttp http, String userAgent, Clock clock) {
        this.http = http;
        this.userAgent = userAgent;
        this.sites = new Recent<>(MAX_SITES, MAX_RULES, site -> site.rules().size() + 1, clock);
    }

    /**
     * Checks that a page may be fetched.
     *
     * @throws ToolException when the site forbids it, or does not say
     */
    void check(WebUrl url, Deadline deadline, Cancellation cancellation) {
        Site site = sites.get(url.origin()).orElseGet(() -> {
            Site asked = ask(url, deadline, cancellation);
            sites.put(url.origin(), asked, asked.problem().isPresent() ? FRESH_FAILURE : FRESH);
            return asked;
        });
        site.problem().ifPresent(problem -> {
            throw new ToolException(
                    "not fetched: whether " + url.origin() + " allows it is not known, since its robots.txt"
                            + " can not be read (" + problem + "); try later, or use another source");
        });
        if (!site.rules().allows(url.pathAndQuery())) {
            throw new ToolException("not fetched: the robots.txt of " + url.origin() + " forbids programs to fetch "
                    + url + "; use another source");
        }
    }

    private Site ask(WebUrl page, Deadline deadline, Cancellation cancellation) {
        NetRequest request = NetRequest.of(page.resolve("/robots.txt"))
                .header("User-Agent", userAgent)
                .header("Accept", "text/plain,*/*;q=0.5")
                .maxBytes(MAX_BYTES)
                .maxRedirects(MAX_REDIRECTS)
                .deadline(deadline.atMost(TIMEOUT))
                .build();
        try {
            return site(http.send(request, cancellation));
        } catch (NetException e) {
            return new Site(RobotsRules.none(), Optional.of(String.valueOf(e.getMessage())));
        }
    }

    private Site site(NetAnswer answer) {
        int status = answer.status();
        if (answer.isSuccess()) {
            String text = new String(answer.body(), StandardCharsets.UTF_8);
            return new Site(RobotsRules.parse(text, RobotsRules.token(userAgent)), Optional.empty());
        }
        boolean isMissing = status >= 400 && status < 500 && status != TOO_MANY_REQUESTS;
        return new Site(RobotsRules.none(), isMissing ? Optional.empty() : Optional.of("status " + status));
    }
}
