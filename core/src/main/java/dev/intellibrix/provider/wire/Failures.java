package dev.intellibrix.provider.wire;

import dev.intellibrix.internal.http.RetryAfter;
import dev.intellibrix.internal.http.Secrets;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.provider.ProviderException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import okhttp3.Response;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/** Words what went wrong with a server. Every text of the server's passes here, and its secrets are taken out. */
final class Failures {

    private static final long MAX_ERROR_BYTES = 64 * 1024;
    private static final int SHOWN_CHARS = 200;
    private static final int MAX_MESSAGE = 2_500;

    /** How long a server may be silent in the middle of an explanation; the status is known already. */
    private static final long ERROR_BODY_SECONDS = 5;

    private final String server;
    private final Secrets secrets;
    private final Clock clock;

    /** For this server, as {@code host} or {@code host:port}. */
    Failures(String server, Secrets secrets, Clock clock) {
        this.server = server;
        this.secrets = secrets;
        this.clock = clock;
    }

    /** An exception that begins with the server's name. */
    ProviderException.Builder of(String problem) {
        return ProviderException.builder(cut(secrets.redact(server + ": " + problem), MAX_MESSAGE, " [cut]"));
    }

    /** An answer with a status that is no success. */
    ProviderException ofStatus(Response response) {
        int status = response.code();
        if (response.isRedirect()) {
            return of("status " + status + ", a redirect, which is not followed; check the base URL")
                    .status(status)
                    .build();
        }
        String body = errorBody(response);
        Optional<ServerError> error = errorIn(body);
        String said = error.map(ServerError::describe).orElseGet(() -> firstOf(body));
        boolean retryable = ServerError.isPassing(status)
                && !error.map(ServerError::isLasting).orElse(false);
        return of("status " + status + (said.isEmpty() ? " without an explanation" : ", " + said))
                .status(status)
                .code(cut(secrets.redact(error.map(ServerError::code).orElse("")), SHOWN_CHARS, "..."))
                .retryable(retryAsTold(response, retryable))
                .retryAfter(waitAsked(response, error))
                .build();
    }

    /** An error that came where an answer was expected. */
    ProviderException ofError(ServerError error, Response response, TurnReader turn) {
        String said = error.describe();
        return of(said.isEmpty() ? "an error without an explanation" : said)
                .status(response.code())
                .code(cut(secrets.redact(error.code()), SHOWN_CHARS, "..."))
                .retryable(error.retryable() && !turn.emitted())
                .retryAfter(waitAsked(response, Optional.of(error)))
                .partialText(turn.partialText())
                .build();
    }

    /** A body that was to be JSON. */
    ProviderException ofNoJson(Response response, String body) {
        String type = Optional.ofNullable(response.header("Content-Type")).orElse("none");
        return of("not JSON: status " + response.code() + ", content type " + VisibleText.line(type) + ", begins with "
                        + firstOf(body))
                .status(response.code())
                .build();
    }

    /** A stream or a body that ended before the turn did. */
    ProviderException ofBreak(String how, @Nullable IOException cause, TurnReader turn) {
        return of("the answer broke off: " + how)
                .cause(cause)
                .retryable(!turn.emitted())
                .partialText(turn.partialText())
                .build();
    }

    /** The beginning of a text, on one line, with what can not be seen made visible. */
    String firstOf(String body) {
        return VisibleText.line(cut(secrets.redact(body.strip()), SHOWN_CHARS, "..."));
    }

    /** Only what holds no secret any more may be cut: of half of one nobody would know what it is. */
    private static String cut(String redacted, int length, String mark) {
        return redacted.length() <= length ? redacted : redacted.substring(0, length) + mark;
    }

    private static Optional<ServerError> errorIn(String body) {
        try {
            return ServerError.inFailure(Json.parseLeniently(body));
        } catch (JsonFault e) {
            return Optional.empty();
        }
    }

    private static String errorBody(Response response) {
        try {
            BufferedSource source = response.body().source();
            source.timeout().timeout(ERROR_BODY_SECONDS, TimeUnit.SECONDS);
            source.request(MAX_ERROR_BYTES);
            long length = Math.min(source.getBuffer().size(), MAX_ERROR_BYTES);
            return source.getBuffer().readString(length, StandardCharsets.UTF_8);
        } catch (IOException e) {
            // The status is what counts; a body that can not be read takes nothing away from it.
            return "";
        }
    }

    private @Nullable Duration waitAsked(Response response, Optional<ServerError> error) {
        return RetryAfter.of(response.headers(), clock)
                .or(() -> error.flatMap(ServerError::retryAfter))
                .orElse(null);
    }

    private static boolean retryAsTold(Response response, boolean byStatus) {
        String told = response.header("x-should-retry", "");
        return switch (String.valueOf(told).toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> byStatus;
        };
    }
}
