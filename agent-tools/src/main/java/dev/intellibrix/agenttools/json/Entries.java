package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonArray;
import dev.intellibrix.agenttools.json.value.JsonConstant;
import dev.intellibrix.agenttools.json.value.JsonObject;
import dev.intellibrix.agenttools.json.value.JsonText;
import dev.intellibrix.agenttools.json.value.JsonValue;
import java.util.List;

/** Objects as arrays of their entries, and back. */
final class Entries {

    private static final JsonText KEY = new JsonText("key");
    private static final JsonText VALUE = new JsonText("value");
    /** Where the key of an entry may stand; the first that is neither null nor false counts. */
    private static final List<JsonText> KEYS =
            List.of(KEY, new JsonText("Key"), new JsonText("name"), new JsonText("Name"));

    private Entries() {}

    static JsonValue of(Run run, JsonValue in) {
        if (!(in instanceof JsonObject object)) {
            throw new QueryError(QueryError.named(in) + " has no entries");
        }
        run.allocate(150L * object.size());
        JsonArray.Builder entries = new JsonArray.Builder();
        for (int i = 0; i < object.size(); i++) {
            run.step();
            JsonObject.Builder entry = new JsonObject.Builder();
            entry.put(KEY.text(), new JsonText(object.key(i)));
            entry.put(VALUE.text(), object.value(i));
            entries.add(entry.build());
        }
        return entries.build();
    }

    static JsonValue toObject(Run run, JsonValue in) {
        JsonObject.Builder object = new JsonObject.Builder();
        Access.each(run, in, null, (entry, none) -> {
            run.allocate(40);
            object.put(Construct.ObjectOf.key(key(entry)), value(entry));
            return true;
        });
        return object.build();
    }

    private static JsonValue key(JsonValue entry) {
        for (JsonText name : KEYS) {
            JsonValue key = Access.field(entry, name);
            if (key.isTrue()) {
                return key;
            }
        }
        return JsonConstant.NULL;
    }

    private static JsonValue value(JsonValue entry) {
        if (!(entry instanceof JsonObject object)) {
            return JsonConstant.NULL;
        }
        JsonValue value = object.get(VALUE.text());
        value = value == null ? object.get("Value") : value;
        return value == null ? JsonConstant.NULL : value;
    }
}
