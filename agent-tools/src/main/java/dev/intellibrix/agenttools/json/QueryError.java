package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonText;
import dev.intellibrix.agenttools.json.value.JsonValue;
import dev.intellibrix.agenttools.json.value.JsonWriter;
import dev.intellibrix.internal.text.CharacterBorder;
import dev.intellibrix.internal.text.VisibleText;
import java.nio.charset.StandardCharsets;

/** An error of a query that the query itself can catch. */
final class QueryError extends RuntimeException {

    private static final long serialVersionUID = 1L;
    /** From this many bytes on a value is long, and this much is shown of it. */
    private static final int SHOWN = 30;

    private static final int BEGINNING = 25;

    /** So many characters of a message are shown. */
    private static final int EXCERPT = 1_000;

    private final transient JsonValue value;

    QueryError(JsonValue value) {
        super(value instanceof JsonText text ? text.text() : "error of the query: " + shown(value), null, false, false);
        this.value = value;
    }

    QueryError(String message) {
        this(new JsonText(message));
    }

    /** The message as it is shown: on one line, nothing hidden, and not much of it. */
    String excerpt() {
        String message = String.valueOf(getMessage());
        int end = CharacterBorder.upTo(message, EXCERPT);
        return VisibleText.line(message.substring(0, end)) + (end < message.length() ? "..." : "");
    }

    /** What {@code catch} is given. */
    JsonValue value() {
        return value;
    }

    /** The type and the beginning of a value, for messages. */
    static String named(JsonValue value) {
        return value.kind().typeName() + " (" + shown(value) + ")";
    }

    /** A value as JSON; of a long one the beginning and the sign that it ends with, as jq shows it. */
    static String shown(JsonValue value) {
        StringBuilder text = new StringBuilder();
        boolean whole = new JsonWriter(text, SHOWN).write(value);
        if (whole && bytes(text, text.length()) < SHOWN) {
            return text.toString();
        }
        int end = Math.min(text.length(), BEGINNING);
        while (bytes(text, end) > BEGINNING || Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        String close = switch (value.kind()) {
            case STRING -> "\"";
            case ARRAY -> "]";
            case OBJECT -> "}";
            default -> "";
        };
        return text.substring(0, end) + "..." + close;
    }

    private static int bytes(StringBuilder text, int end) {
        return text.substring(0, end).getBytes(StandardCharsets.UTF_8).length;
    }
}
