package dev.intellibrix.github;

import dev.intellibrix.internal.net.WebUrl;

/** Ends a request that GitHub sends on to another URL, before that is asked. */
final class MovedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient WebUrl url;

    MovedException(WebUrl url) {
        super("moved", null, false, false);
        this.url = url;
    }

    /** Where it is said to be now. */
    WebUrl url() {
        return url;
    }
}
