package dev.intellibrix.mcp.server;

import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a client says of itself, none of which is known to be true.
 *
 * @param name a name with a version, of plain characters only, so that it can not look like something else in a question
 * @param canElicit whether it can ask its user by a form
 */
record Client(String name, boolean canElicit) {

    private static final int MAX_NAME = 80;
    private static final Pattern ODD = Pattern.compile("[^a-zA-Z0-9._/@+-]+");

    /** Reads the parameters of {@code initialize}. */
    static Client of(ObjectNode params) {
        JsonNode info = params.path("clientInfo");
        String name = plain(info.path("name")) + "/" + plain(info.path("version"));
        JsonNode elicitation = params.path("capabilities").path("elicitation");
        boolean form = elicitation.isObject() && (elicitation.has("form") || !elicitation.has("url"));
        return new Client(name, form);
    }

    private static String plain(JsonNode claimed) {
        String text =
                ODD.matcher(claimed.isString() ? claimed.stringValue() : "").replaceAll("_");
        if (text.isEmpty()) {
            return "unnamed";
        }
        return text.length() > MAX_NAME ? text.substring(0, MAX_NAME) : text;
    }
}
