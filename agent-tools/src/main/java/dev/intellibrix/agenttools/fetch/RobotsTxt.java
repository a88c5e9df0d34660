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
import java.util.function.Consumer;

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
    private static final long MAX_WEIGHT = 8_000_000;
    private static final int MAX_BYTES = 512_000;
    private static final int MAX_REDIRECTS = 5;
    private static final int TOO_MANY_REQUESTS = 429;

    /**
     * What is known of a site.
     *
     * @param problem why its file can not be read
     * @param remembered for how long that holds
     */
    private record Site(RobotsRules rules, Optional<String> problem, Duration remembered) {

        static Site of(RobotsRules rules) {
            return new Site(rules, Optional.empty(), FRESH);
        }

        static Site without(String problem, Duration remembered) {
            return new Site(RobotsRules.none(), Optional.of(problem), remembered);
        }
    }

    private final GuardedHttp http;
    private final String userAgent;
    private final Recent<String, Site> sites;

    RobotsTxt(GuardedHttp http, String userAgent, Clock clock) {
        this.http = http;
        this.userAgent = userAgent;
        this.sites = new Recent<>(MAX_SITES, MAX_WEIGHT, site -> site.rules().weight() + 1, clock);
    }

    /**
     * Checks that a page may be fetched.
     *
     * @param beforeEach runs before a server is asked for the file, redirects included; what it throws ends the check
     * @throws ToolException when the site forbids it, or does not say
     */
    void check(WebUrl url, Consumer<WebUrl> beforeEach, Deadline deadline, Cancellation cancellation) {
        Site site = sites.get(url.origin()).orElseGet(() -> {
            Site asked = ask(url, beforeEach, deadline, cancellation);
            if (!asked.remembered().isZero()) {
                sites.put(url.origin(), asked, asked.remembered());
            }
            return asked;
        });
        site.problem().ifPresent(problem -> {
            throw new ToolException(
                    "not fetched: whether " + url.origin() + " allows it is not known, since its robots.txt"
                            + " can not be read (" + problem + "); try later, or use another source");
        });
        if (!site.rules().allows(url.pathAndQuery())) {
            throw new ToolException("not fetched: the robots.txt of " + url.origin() + " forbids programs to fetch "
                    + url.brief() + "; use another source");
        }
    }

    private Site ask(WebUrl page, Consumer<WebUrl> beforeEach, Deadline deadline, Cancellation cancellation) {
        boolean hasTime = deadline.leaves(TIMEOUT);
        NetRequest request = NetRequest.of(page.resolve("/robots.txt"))
                .header("User-Agent", userAgent)
                .header("Accept", "text/plain,*/*;q=0.5")
                .maxBytes(MAX_BYTES)
                .maxRedirects(MAX_REDIRECTS)
                .deadline(deadline.atMost(TIMEOUT))
                .beforeEach(beforeEach)
                .build();
        try {
            return site(http.send(request, cancellation));
        } catch (NetException e) {
            // That one call had little time left says nothing about the site.
            boolean isOwnFault = e.kind() == NetException.Kind.TIMEOUT && !hasTime;
            return Site.without(String.valueOf(e.getMessage()), isOwnFault ? Duration.ZERO : FRESH_FAILURE);
        }
    }

    private Site site(NetAnswer answer) {
        int status = answer.status();
        if (answer.isSuccess()) {
            String text = new String(answer.body(), StandardCharsets.UTF_8);
            return Site.of(RobotsRules.parse(text, RobotsRules.token(userAgent)));
        }
        boolean isMissing = status >= 400 && status < 500 && status != TOO_MANY_REQUESTS;
        return isMissing ? Site.of(RobotsRules.none()) : Site.without("status " + status, FRESH_FAILURE);
    }
}
