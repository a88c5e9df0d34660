package dev.intellibrix.agenttools.search;

import dev.intellibrix.internal.http.RetryAfter;
import dev.intellibrix.internal.net.NetAnswer;
import dev.intellibrix.internal.net.NetException;
import java.time.Clock;
import java.time.Duration;

/** Words for what goes wrong with a search service. What a server wrote of it is not repeated. */
final class Problems {

    private static final String WITHOUT = "; go on without searching";
    private static final Duration SHORT = Duration.ofSeconds(1);

    private Problems() {}

    /** What a status means that means the same for all services. */
    static SearchException of(String name, NetAnswer answer) {
        int status = answer.status();
        return switch (status) {
            case 400, 422 -> query(name);
            case 401, 403 -> key(name);
            case 402, 432, 433 -> quota(name);
            case 404 ->
                new SearchException(
                        SearchException.Kind.SETUP,
                        name + " has no search at its address; the user has to check that" + WITHOUT);
            case 429 ->
                rate(name, RetryAfter.of(answer.headers(), Clock.systemUTC()).orElse(SHORT));
            default ->
                status >= 500
                        ? new SearchException(
                                SearchException.Kind.UNAVAILABLE,
                                name + " has a fault (status " + status + "); try again later, or go on without")
                        : answer(name, "status " + status);
        };
    }

    static SearchException key(String name) {
        return new SearchException(
                SearchException.Kind.KEY, name + " does not accept the key; the user has to check it" + WITHOUT);
    }

    static SearchException quota(String name) {
        return new SearchException(
                SearchException.Kind.QUOTA,
                "the searches that the account has at " + name + " are used up; the user has to see to that" + WITHOUT);
    }

    static SearchException query(String name) {
        return new SearchException(
                SearchException.Kind.QUERY, name + " could not make sense of the query; use fewer and plainer words");
    }

    static SearchException rate(String name, Duration wait) {
        long seconds = Math.max(1, wait.plusMillis(999).toSeconds());
        return SearchException.rate(
                name + " was asked too often; wait " + seconds + " s, or go on without searching", wait);
    }

    static SearchException answer(String name, String what) {
        return new SearchException(
                SearchException.Kind.ANSWER,
                name + " did not answer as a search service does (" + what + "); the user has to check its address"
                        + WITHOUT);
    }

    /** Why no answer came. */
    static SearchException unreachable(String name, NetException e) {
        return switch (e.kind()) {
            case REDIRECT ->
                new SearchException(
                        SearchException.Kind.ANSWER,
                        name + " sends the search on to another place, which is not followed; leave !! out of the"
                                + " query, or the user has to check the address of the service",
                        e);
            case BAD_ANSWER, TOO_LARGE ->
                new SearchException(
                        SearchException.Kind.ANSWER,
                        name + " sent an answer that is damaged or too large; try other words",
                        e);
            case TIMEOUT -> unavailable(name, "did not answer in time", e);
            case TLS -> unavailable(name, "has no valid certificate, or no safe encryption", e);
            case REFUSED -> unavailable(name, "is at an address that may not be reached", e);
            case UNKNOWN_HOST, UNREACHABLE -> unavailable(name, "can not be reached", e);
        };
    }

    private static SearchException unavailable(String name, String what, NetException e) {
        return new SearchException(
                SearchException.Kind.UNAVAILABLE, name + " " + what + "; try again later, or go on without", e);
    }
}
