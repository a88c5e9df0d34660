package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonNumber;
import dev.intellibrix.agenttools.json.value.JsonValue;

/**
 * A slice that lies within a length.
 *
 * @param from where it begins
 * @param to where it ends, not before its begin
 */
record Span(int from, int to) {

    static Span of(JsonValue from, JsonValue to, int length) {
        double start = bound(from, 0, length);
        double end = bound(to, length, length);
        int first = (int) Math.floor(Math.min(start, length));
        int last = (int) Math.ceil(Math.min(end, length));
        return new Span(first, Math.max(first, last));
    }

    int length() {
        return to - from;
    }

    private static double bound(JsonValue given, int missing, int length) {
        if (given.isNull()) {
            return missing;
        }
        if (given instanceof JsonNumber number) {
            double value = number.value();
            return Math.max(0, value < 0 ? value + length : Double.isNaN(value) ? missing : value);
        }
        throw refusal();
    }

    static QueryError refusal() {
        return new QueryError("Array/string slice indices must be integers");
    }
}
