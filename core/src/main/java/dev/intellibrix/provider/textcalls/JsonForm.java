package dev.intellibrix.provider.textcalls;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.provider.wire.SentCalls;

/** Writes a call as a JSON object, the way that models are trained on, with spaces. */
final class JsonForm {

    private JsonForm() {}

    static String write(String name, String argumentsKey, String arguments, Defused defused) {
        String json = "{\"name\": " + Json.write(SentCalls.name(name)) + ", \"" + argumentsKey + "\": "
                + SentCalls.argumentsText(arguments) + "}";
        return defused.json(json);
    }
}
