package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonNumber;
import dev.intellibrix.agenttools.json.value.JsonValue;

/** {@code fromjson}: a value that is written in a string. */
final class FromJson {

    private FromJson() {}

    static JsonValue parse(Run run, String text) {
        if (text.strip().equals("nan")) {
            return JsonNumber.of(Double.NaN);
        }
        try (ValueReader reader = ValueReader.of(text, run)) {
            JsonValue value = reader.next();
            if (value == null) {
                throw new QueryError("fromjson: there is no JSON value in the string");
            }
            if (reader.next() != null) {
                throw new QueryError("fromjson: there is more than one JSON value in the string");
            }
            return value;
        } catch (MalformedJsonException e) {
            throw new QueryError("fromjson: the string is not valid JSON: " + e.complaint());
        }
    }
}
