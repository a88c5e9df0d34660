package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonText;
import dev.intellibrix.agenttools.json.value.JsonValue;
import dev.intellibrix.agenttools.json.value.JsonWriter;

/** An error of a query that the query itself can catch. */
final class QueryError extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final int SHOWN = 60;

    private final transient JsonValue value;

    QueryError(JsonValue value) {
        super(value instanceof JsonText text ? text.text() : "error of the query: " + shown(value), null, false, false);
        this.value = value;
    }

    QueryError(String message) {
        this(new JsonText(message));
    }

    /** What {@code catch} is given. */
    JsonValue value() {
        return value;
    }

    /** The type and the beginning of a value, for messages. */
    static String named(JsonValue value) {
        return value.kind().typeName() + " (" + shown(value) + ")";
    }

    static String shown(JsonValue value) {
        StringBuilder text = new StringBuilder();
        if (!new JsonWriter(text, SHOWN).write(value)) {
            text.append("...");
        }
        return text.toString();
    }
}
