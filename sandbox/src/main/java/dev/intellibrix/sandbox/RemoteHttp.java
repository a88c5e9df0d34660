package dev.intellibrix.sandbox;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.internal.net.Deadline;
import dev.intellibrix.internal.net.GuardedHttp;
import dev.intellibrix.internal.net.NetAnswer;
import dev.intellibrix.internal.net.NetException;
import dev.intellibrix.internal.net.NetPolicy;
import dev.intellibrix.internal.net.NetRequest;
import dev.intellibrix.internal.net.WebUrl;
import dev.intellibrix.tool.Cancellation;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Sends requests to a service, and says of each that fails whether it may have been done. Thread-safe. */
final class RemoteHttp {

    static final String JSON = "application/json";

    private static final int MAX_JSON = 1_000_000;
    private static final int MAX_CAUSES = 10;
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,6}");

    private final String service;
    private final Duration requestTimeout;
    private final GuardedHttp http;

    /**
     * A client.
     *
     * @param hosts the only ones that it reaches
     */
    RemoteHttp(RemoteSettings settings, List<String> hosts) {
        this.service = settings.service();
        this.requestTimeout = settings.requestTimeout();
        this.http = GuardedHttp.of(
                NetPolicy.ofPublicHosts().withHosts(hosts).withPrivateNetwork(settings.isPrivateAllowed()));
    }

    /** The JSON that answers a request; an empty object where the answer is empty. */
    JsonNode json(NetRequest.Builder request, Cancellation cancellation) {
        return parse(text(send(request, Duration.ZERO, MAX_JSON, cancellation)));
    }

    /** The content of an answer. */
    static String text(NetAnswer answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    /** Reads what should be JSON. */
    JsonNode parse(String text) {
        try {
            return text.isEmpty() ? Json.object() : Json.parseLeniently(text);
        } catch (JsonFault e) {
            throw RemoteFailure.unclear(service + " sent an answer that can not be read", e);
        }
    }

    /**
     * The answer to a request, when its status tells of success and all of it came.
     *
     * @param longer how much longer it may take than requests do
     * @throws RemoteFailure for any other
     * @throws java.util.concurrent.CancellationException when it was cancelled
     */
    NetAnswer send(NetRequest.Builder request, Duration longer, int maxBytes, Cancellation cancellation) {
        Duration time = requestTimeout.plus(longer);
        return checked(answer(request, time, maxBytes, cancellation));
    }

    /** Throws unless the status tells of success and all of the answer came. */
    NetAnswer checked(NetAnswer answer) {
        if (!answer.isSuccess()) {
            throw failure(answer);
        }
        if (answer.isCut()) {
            throw RemoteFailure.unclear(service + " sent more than is read", null);
        }
        return answer;
    }

    /** The answer to a request, whatever its status is. */
    NetAnswer answer(NetRequest.Builder request, Duration time, int maxBytes, Cancellation cancellation) {
        Deadline deadline = Deadline.in(time);
        try {
            return http.send(
                    request.deadline(deadline)
                            .silence(time)
                            .maxBytes(maxBytes)
                            .maxRedirects(0)
                            .build(),
                    cancellation);
        } catch (NetException e) {
            throw failure(e);
        }
    }

    private RemoteFailure failure(NetException e) {
        return switch (e.kind()) {
            case REFUSED -> RemoteFailure.refused(service + " has an address that is not allowed", e);
            case UNKNOWN_HOST -> RemoteFailure.busy(service + " is not known by its name here", Duration.ZERO, e);
            case TLS -> RemoteFailure.refused(service + " has no valid certificate", e);
            case TIMEOUT -> RemoteFailure.unclear(service + " did not answer in time", e);
            case REDIRECT -> RemoteFailure.unclear(service + " redirects, which is not followed", e);
            case TOO_LARGE -> RemoteFailure.unclear(service + " sent more than is read", e);
            case BAD_ANSWER -> RemoteFailure.unclear("the answer of " + service + " broke off or is damaged", e);
            case UNREACHABLE ->
                neverConnected(e)
                        ? RemoteFailure.busy(service + " can not be connected to", Duration.ZERO, e)
                        : RemoteFailure.unclear("the connection to " + service + " broke off", e);
        };
    }

    private static boolean neverConnected(Throwable failure) {
        Throwable each = failure;
        for (int i = 0; each != null && i < MAX_CAUSES; i++, each = each.getCause()) {
            if (each instanceof ConnectException) {
                return true;
            }
        }
        return false;
    }

    /** Throws {@link NetException} where a URL is none that this client reaches. */
    void check(WebUrl url) {
        http.check(url);
    }

    /** What a status says. Of the answer nothing but the status and the time to wait is told: it may repeat the key. */
    private RemoteFailure failure(NetAnswer answer) {
        int status = answer.status();
        return switch (status) {
            case 401, 403 -> RemoteFailure.refused(service + " refused the key, or its rights (" + status + ")");
            case 402 -> RemoteFailure.refused(service + " wants to be paid first (402)");
            case 404, 410 -> RemoteFailure.gone(service + " does not have it any more (" + status + ")");
            case 408 -> RemoteFailure.unclear(service + " gave up waiting (408)", null);
            case 409 -> RemoteFailure.refused(service + " has something that conflicts with it (409)");
            case 413 -> RemoteFailure.refused(service + " does not take as much (413)");
            case 429 -> RemoteFailure.busy(limit(answer), wait(answer), null);
            default ->
                status >= 400 && status < 500
                        ? RemoteFailure.refused(service + " did not accept the request (" + status + ")")
                        : RemoteFailure.unclear(service + " failed (" + status + ")", null);
        };
    }

    private String limit(NetAnswer answer) {
        Duration wait = wait(answer);
        String when = wait.isZero() ? "" : "; try again in " + wait.toSeconds() + " s";
        return "a limit of " + service + " is reached (429)" + when;
    }

    private static Duration wait(NetAnswer answer) {
        String seconds = answer.header("Retry-After").orElse("").strip();
        return SECONDS.matcher(seconds).matches() ? Duration.ofSeconds(Long.parseLong(seconds)) : Duration.ZERO;
    }
}
