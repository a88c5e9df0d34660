package dev.intellibrix.github;

import java.time.Duration;

/**
 * Bounds of the tools.
 *
 * @param maxChars how many characters a call shows
 * @param maxBytes how many bytes of an answer are received
 * @param timeout how long a call may take, with all its requests
 * @param approveWrites whether calls that change something need approval
 */
record GitHubSettings(int maxChars, int maxBytes, Duration timeout, boolean approveWrites) {}
