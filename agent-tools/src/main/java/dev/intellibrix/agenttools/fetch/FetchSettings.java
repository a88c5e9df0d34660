package dev.intellibrix.agenttools.fetch;

import java.time.Duration;

/**
 * What {@code fetch_url} is made with, beside its client.
 *
 * @param needsApproval whether a person is asked before each call
 * @param respectRobotsTxt whether what a site's {@code robots.txt} forbids is not fetched
 * @param userAgent what servers are told, and what {@code robots.txt} is read for
 * @param maxBytes how much of a page is received, in bytes
 * @param maxChars how much of it a call shows, in characters
 * @param maxRedirects how many redirects are followed
 * @param timeout how long a page may take, redirects and {@code robots.txt} included
 * @param requestsPerMinute how many requests a conversation may make of one host in a minute
 */
public record FetchSettings(
        boolean needsApproval,
        boolean respectRobotsTxt,
        String userAgent,
        int maxBytes,
        int maxChars,
        int maxRedirects,
        Duration timeout,
        int requestsPerMinute) {}
