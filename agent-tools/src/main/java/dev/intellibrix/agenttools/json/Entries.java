package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonArray;
import dev.intellibrix.agenttools.json.value.JsonConstant;
import dev.intellibrix.agenttools.json.value.JsonNumber;
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
        JsonArray.Builder entries = new JsonArray.Builder();
        if (in instanceof JsonObject object) {
            for (int i = 0; i < object.size(); i++) {
                entries.add(entry(run, new JsonText(object.key(i)), object.value(i)));
            }
        } else if (in instanceof JsonArray array) {
            for (int i = 0; i < array.size(); i++) {
                entries.add(entry(run, JsonNumber.of((long) i), array.get(i)));
            }
        } else {
            throw new QueryError(QueryError.named(in) + " has no keys");
        }
        return entries.build();
    }

    private static JsonObject entry(Run run, JsonValue key, JsonValue value) {
        run.step();
        run.allocate(Cost.object(2) + Cost.TEXT);
        JsonObject.Builder entry = new JsonObject.Builder();
        entry.put(KEY.text(), key);
        entry.put(VALUE.text(), value);
        return entry.build();
    }

    static JsonValue toObject(Run run, JsonValue in) {
        JsonObject.Builder object = new JsonObject.Builder();
        Access.each(run, in, null, (entry, none) -> {
            run.allocate(Cost.TABLED);
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
