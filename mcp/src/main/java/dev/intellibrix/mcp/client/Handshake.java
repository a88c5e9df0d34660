package dev.intellibrix.mcp.client;

import dev.intellibrix.internal.json.Json;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What both sides tell each other first. */
final class Handshake {

    /** The versions of the protocol that are spoken, oldest first. */
    static final List<String> VERSIONS = List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");

    private static final String CLIENT = "intellibrix";
    private static final String CLIENT_VERSION = "0.1.0";

    private Handshake() {}

    /** The first request. It offers nothing: no roots, no sampling, no questions to the user. */
    static ObjectNode request() {
        ObjectNode params = Json.object().put("protocolVersion", VERSIONS.get(VERSIONS.size() - 1));
        params.set("capabilities", Json.object());
        params.set("clientInfo", Json.object().put("name", CLIENT).put("version", CLIENT_VERSION));
        return params;
    }

    /**
     * The version that the server has chosen.
     *
     * @throws ServerFailure when it is none that is spoken here
     */
    static String version(JsonNode result) throws ServerFailure {
        String version = result.path("protocolVersion").stringValue("");
        if (!VERSIONS.contains(version)) {
            throw new ServerFailure(
                    ServerFailure.Kind.NOT_SENT, "speaks another version of the protocol than one of " + VERSIONS);
        }
        return version;
    }

    /** Whether the server says that it has tools. */
    static boolean hasTools(JsonNode result) {
        return result.path("capabilities").path("tools").isObject();
    }
}
