package dev.intellibrix.provider.wire;

import dev.intellibrix.internal.http.EventStream;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.ProviderException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import okhttp3.Response;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads an answer, be it one document or a stream of events: what came decides, not what was asked for, since some servers
 * stream unasked and others do not when asked.
 */
final class AnswerReader {

    private static final int MAX_EVENT_BYTES = 32 * 1024 * 1024;
    private static final long MAX_STREAM_BYTES = 512L * 1024 * 1024;

    /** How long a server that has ended the turn may take for its last words, the usage. */
    private static final long SETTLE_SECONDS = 5;

    private final Response response;
    private final TurnReader turn;
    private final Failures failures;

    AnswerReader(Response response, TurnReader turn, Failures failures) {
        this.response = response;
        this.turn = turn;
        this.failures = failures;
    }

    ModelResponse read() throws IOException {
        if (!response.isSuccessful()) {
            throw failures.ofStatus(response);
        }
        BufferedSource source = response.body().source();
        if (isEventStream(source)) {
            readEvents(source);
        } else {
            readDocument(source);
        }
        return turn.finish();
    }

    /** White space before an answer means nothing; it is dropped as it comes, since some servers send it while they work. */
    private boolean isEventStream(BufferedSource source) throws IOException {
        while (source.request(1)) {
            byte first = source.getBuffer().getByte(0);
            if (first == '{' || first == '[' || first == '<') {
                return false;
            }
            if (first != ' ' && first != '\r' && first != '\n' && first != '\t') {
                break;
            }
            source.skip(1);
        }
        return declaresEvents() || looksLikeEvents(source.getBuffer().snapshot().utf8());
    }

    private boolean declaresEvents() {
        String type = response.header("Content-Type");
        return type != null && type.startsWith("text/event-stream");
    }

    private static boolean looksLikeEvents(String start) {
        return start.startsWith("data:") || start.startsWith("event:") || start.startsWith(":");
    }

    private void readDocument(BufferedSource source) throws IOException {
        if (source.request(MAX_EVENT_BYTES + 1L)) {
            throw failures.of("the answer is larger than " + MAX_EVENT_BYTES + " bytes")
                    .status(response.code())
                    .build();
        }
        String body = withoutMark(source.getBuffer().readString(StandardCharsets.UTF_8));
        if (body.isBlank()) {
            throw failures.of("empty response")
                    .status(response.code())
                    .emptyAnswer(true)
                    .retryable(true)
                    .build();
        }
        JsonNode document = parse(body);
        if (document == null || !document.isObject()) {
            throw failures.ofNoJson(response, body);
        }
        throwIfError(document);
        turn.document(document);
    }

    /** Some servers put a byte order mark first, which is no JSON. */
    private static String withoutMark(String body) {
        return body.startsWith("\ufeff") ? body.substring(1) : body;
    }

    private void readEvents(BufferedSource source) throws IOException {
        EventStream events = new EventStream(source, MAX_EVENT_BYTES, MAX_STREAM_BYTES);
        try {
            while (true) {
                EventStream.Event event = events.next();
                if (event == null) {
                    requireWhole();
                    return;
                }
                if (take(event)) {
                    return;
                }
                if (turn.isWhole()) {
                    source.timeout().timeout(SETTLE_SECONDS, TimeUnit.SECONDS);
                }
            }
        } catch (IOException e) {
            if (!turn.isWhole()) {
                throw e;
            }
        }
    }

    private void requireWhole() {
        if (!turn.isWhole()) {
            throw failures.ofBreak("the stream ended before the turn was complete", null, turn);
        }
    }

    /** Whether the event was the last one. */
    private boolean take(EventStream.Event event) {
        String data = event.data().strip();
        if (data.equals("[DONE]")) {
            return true;
        }
        if (data.isEmpty()) {
            return false;
        }
        JsonNode node = parse(data);
        boolean isError = event.name().equals("error");
        if (node == null) {
            if (isError) {
                throw failures.ofError(ServerError.ofText(data), response, turn);
            }
            if (!turn.isWhole() && (event.name().equals("message") || turn.reads(event.name()))) {
                throw failures.ofBreak("an event is not JSON, it begins with " + failures.firstOf(data), null, turn);
            }
            return false; // Whatever it is, it is no part of the turn.
        }
        if (isError) {
            throw failures.ofError(
                    ServerError.inFailure(node).orElseGet(() -> ServerError.ofText(data)), response, turn);
        }
        throwIfError(node);
        return turn.event(event.name(), node);
    }

    private void throwIfError(JsonNode node) throws ProviderException {
        Optional<ServerError> error = ServerError.inAnswer(node);
        if (error.isPresent()) {
            throw failures.ofError(error.get(), response, turn);
        }
    }

    private static @Nullable JsonNode parse(String text) {
        try {
            return Json.parseLeniently(text);
        } catch (JsonFault e) {
            return null;
        }
    }
}
