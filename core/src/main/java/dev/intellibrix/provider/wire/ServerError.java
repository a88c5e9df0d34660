package dev.intellibrix.provider.wire;

import dev.intellibrix.internal.text.VisibleText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * An error that a server put into a body, in any of the shapes that are seen: an object or a text under {@code error}, or
 * {@code message} or {@code detail} at the top.
 *
 * @param message what went wrong
 * @param code the server's name for it; may be empty
 * @param retryable whether the name is one of a passing trouble
 * @param retryAfter how long the error itself asks to wait, where it does
 */
record ServerError(String message, String code, boolean retryable, Optional<Duration> retryAfter) {

    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,6}(\\.[0-9]{1,9})?s");

    /** More than is shown in the end, so that no secret is cut in half before it is taken out. */
    private static final int MAX_MESSAGE = 20_000;

    private static final List<String> LASTING =
            List.of("quota", "billing", "credit", "invalid", "auth", "permission", "forbidden", "not_found");

    private static final List<String> PASSING = List.of(
            "rate_limit",
            "too_many",
            "overloaded",
            "server_error",
            "internal",
            "unavailable",
            "timeout",
            "capacity",
            "resource_exhausted",
            "api_error");

    /** The error in an answer whose status says that all is well, where there is one. */
    static Optional<ServerError> inAnswer(JsonNode body) {
        JsonNode ofChoice = body.path("choices").path(0).path("error");
        JsonNode error = ofChoice.isMissingNode() ? body.path("error") : ofChoice;
        if (error.isString() && !error.stringValue().isBlank()) {
            return Optional.of(of(error.stringValue(), body));
        }
        if (error.isObject() && !error.isEmpty()) {
            return Optional.of(of(messageIn(error), error));
        }
        boolean isError = "error".equals(body.path("object").stringValue(""))
                || "error".equals(body.path("type").stringValue(""));
        return isError ? Optional.of(of(messageIn(body), body)) : Optional.empty();
    }

    /** The error in the body of a status that says that something is wrong, where the body tells of one. */
    static Optional<ServerError> inFailure(JsonNode body) {
        JsonNode first = body.isArray() && !body.isEmpty() ? body.get(0) : body;
        Optional<ServerError> error = inAnswer(first);
        if (error.isPresent() || !first.isObject()) {
            return error;
        }
        String message = messageIn(first);
        return message.isEmpty() ? Optional.empty() : Optional.of(of(message, first));
    }

    /** An error of which nothing but a text is known. */
    static ServerError ofText(String text) {
        return new ServerError(shown(text), "", false, Optional.empty());
    }

    /** Whether a request that was answered with this status may succeed later. */
    static boolean isPassing(int status) {
        return status == 408 || status == 425 || status == 429 || (status >= 500 && status != 501 && status != 505);
    }

    /** Whether no waiting helps, whatever the status says. */
    boolean isLasting() {
        return containsAny(code.toLowerCase(Locale.ROOT), LASTING);
    }

    /** The message, followed by the server's name for the error where it does not hold it already. */
    String describe() {
        return code.isEmpty() || message.contains(code) ? message : message + " (" + code + ")";
    }

    private static ServerError of(String message, JsonNode error) {
        String names = "";
        boolean passing = false;
        for (String field : List.of("code", "type", "status")) {
            JsonNode value = error.path(field);
            if (value.isIntegralNumber() && value.canConvertToInt()) {
                passing |= isPassing(value.intValue());
            } else if (value.isString() && !value.stringValue().isEmpty() && !"error".equals(value.stringValue())) {
                names = names.isEmpty() ? value.stringValue() : names;
                passing |= containsAny(value.stringValue().toLowerCase(Locale.ROOT), PASSING);
            }
        }
        ServerError found = new ServerError(shown(message), shown(names), passing, waitIn(error.path("details")));
        return found.isLasting() ? new ServerError(found.message, found.code, false, found.retryAfter) : found;
    }

    /** Google's servers say it here and in no header. */
    private static Optional<Duration> waitIn(JsonNode details) {
        for (JsonNode detail : details) {
            String delay = detail.path("retryDelay").stringValue("");
            if (SECONDS.matcher(delay).matches()) {
                BigDecimal seconds = new BigDecimal(delay.substring(0, delay.length() - 1));
                return Optional.of(Duration.ofMillis(seconds.movePointRight(3)
                        .setScale(0, RoundingMode.CEILING)
                        .longValueExact()));
            }
        }
        return Optional.empty();
    }

    private static String messageIn(JsonNode error) {
        for (String field : List.of("message", "detail", "msg", "error")) {
            JsonNode value = error.path(field);
            if (value.isString() && !value.stringValue().isBlank()) {
                return value.stringValue();
            }
            if (value.isContainer() && !value.isEmpty()) {
                return value.toString();
            }
        }
        return "";
    }

    private static boolean containsAny(String text, List<String> words) {
        return words.stream().anyMatch(text::contains);
    }

    private static String shown(String text) {
        return VisibleText.of(text.length() <= MAX_MESSAGE ? text : text.substring(0, MAX_MESSAGE));
    }
}
