package dev.intellibrix.mcp.client;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.text.CharacterBorder;
import dev.intellibrix.internal.text.VisibleText;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A tool as its server defines it, made fit to be shown.
 *
 * @param name the server's own name
 * @param description what the server says of it, with nothing hidden
 * @param schema the schema of its input
 * @param isDestructive whether the server itself says that it may destroy something
 * @param fingerprint stands for all that the server says of the tool; another one is another tool
 */
record Definition(String name, String description, String schema, boolean isDestructive, String fingerprint) {

    private static final int MAX_NAME = 128;
    private static final int MAX_DESCRIPTION = 4000;

    /** A definition, or why the tool is left out; of one without a name, the name is empty. */
    record Read(String name, @Nullable Definition definition, String fault) {

        private static Read fault(String name, String why) {
            return new Read(name, null, why);
        }
    }

    /** Reads an entry of a server's list. */
    static Read of(JsonNode entry) {
        String name = entry.path("name").stringValue("");
        if (name.isEmpty() || name.length() > MAX_NAME) {
            return Read.fault("", "its name is missing or longer than " + MAX_NAME + " characters");
        }
        if (name.codePoints().anyMatch(VisibleText::isHidden)) {
            return Read.fault(VisibleText.line(name), "its name hides characters");
        }
        SchemaText.Cleaned schema = SchemaText.of(entry.path("inputSchema"));
        if (schema.fault() != null) {
            return Read.fault(name, schema.fault());
        }
        boolean isDestructive =
                entry.path("annotations").path("destructiveHint").asBoolean(false);
        return new Read(
                name,
                new Definition(name, description(entry), schema.json(), isDestructive, fingerprint((ObjectNode) entry)),
                "");
    }

    private static String description(JsonNode entry) {
        String text = VisibleText.of(entry.path("description").stringValue("").strip());
        return text.length() <= MAX_DESCRIPTION
                ? text
                : text.substring(0, CharacterBorder.upTo(text, MAX_DESCRIPTION))
                        + "\n[cut: the server's description has " + text.length() + " characters]";
    }

    /** All that it says but what may change from one list to the next and means nothing to a model. */
    private static String fingerprint(ObjectNode entry) {
        ObjectNode said = entry.deepCopy();
        said.remove("_meta");
        said.remove("icons");
        return Fingerprints.of(Json.sorted(said));
    }
}
