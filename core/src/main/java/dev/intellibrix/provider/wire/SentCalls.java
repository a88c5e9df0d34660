package dev.intellibrix.provider.wire;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Tool calls of a history as servers take them back, whatever the model wrote. */
public final class SentCalls {

    private static final Pattern NOT_IN_NAMES = Pattern.compile("[^a-zA-Z0-9_-]");
    private static final int LONGEST_NAME = 64;

    private SentCalls() {}

    /** The name; one that a model made up may be one that no server takes back. */
    public static String name(String name) {
        String valid = NOT_IN_NAMES.matcher(name).replaceAll("_");
        if (valid.isEmpty()) {
            return "unnamed";
        }
        return valid.length() <= LONGEST_NAME ? valid : valid.substring(0, LONGEST_NAME);
    }

    /** The arguments; what is no object, and would be refused, is sent as a text in one, so that the model still sees it. */
    public static ObjectNode arguments(String arguments) {
        try {
            JsonNode read = Json.parse(arguments);
            if (read instanceof ObjectNode object) {
                return object;
            }
        } catch (JsonFault e) {
            // See above.
        }
        return Json.object().put("invalid_arguments", arguments);
    }

    /** The same as a text: as the model wrote it, where it wrote an object. */
    public static String argumentsText(String arguments) {
        ObjectNode sent = arguments(arguments);
        return sent.has("invalid_arguments") ? Json.write(sent) : arguments;
    }
}
