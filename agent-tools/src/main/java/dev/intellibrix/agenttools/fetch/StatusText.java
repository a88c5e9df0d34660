package dev.intellibrix.agenttools.fetch;

import dev.intellibrix.internal.http.RetryAfter;
import dev.intellibrix.internal.net.NetAnswer;
import java.time.Clock;
import java.util.Map;

/** What a status that is no success means for the model; what the server wrote is not repeated. */
final class StatusText {

    private static final String ELSEWHERE = "use another source";

    private static final Map<Integer, String> KNOWN = Map.of(
            400, "it could not make sense of the URL; check it",
            401, "it wants a login, which this tool does not have; " + ELSEWHERE,
            403, "it does not serve this page to programs or without a login; " + ELSEWHERE,
            404, "there is no such page; check the URL, or look for the page elsewhere",
            405, "this URL is not made for reading; " + ELSEWHERE,
            410, "the page is gone for good; look for it elsewhere",
            429, "it was asked too often; wait, or " + ELSEWHERE,
            451, "it may not show this page; " + ELSEWHERE);

    private StatusText() {}

    static String of(NetAnswer answer) {
        int status = answer.status();
        String meaning = status >= 500
                ? "the server has a fault; try again later, or " + ELSEWHERE
                : KNOWN.getOrDefault(status, "there is no page to show; " + ELSEWHERE);
        String wait = RetryAfter.of(answer.headers(), Clock.systemUTC())
                .filter(time -> status == 429 || status == 503)
                .map(time -> " (it asks to wait " + Math.max(1, time.toSeconds()) + " s)")
                .orElse("");
        return answer.url().brief() + " answered with status " + status + ": " + meaning + wait;
    }
}
