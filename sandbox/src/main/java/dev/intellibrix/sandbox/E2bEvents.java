package dev.intellibrix.sandbox;

import dev.intellibrix.sandbox.ConnectStream.Message;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The events of a process in an E2B sandbox. */
final class E2bEvents {

    /** What a server says of a request that it did not begin with, when no event came before. */
    private static final Set<String> NOT_BEGUN =
            Set.of("invalid_argument", "unauthenticated", "permission_denied", "unimplemented", "failed_precondition");

    private E2bEvents() {}

    /**
     * What a process printed on standard output.
     *
     * @throws RemoteFailure when its end is not among the events
     */
    static String output(List<Message> messages, RemoteHttp http) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        boolean hasBegun = false;
        boolean hasEnded = false;
        for (Message message : messages) {
            JsonNode json = http.parse(message.json());
            if (message.isEnd()) {
                requireNoError(json, hasBegun);
                continue;
            }
            hasBegun = true;
            JsonNode event = json.path("event");
            output.writeBytes(decoded(event.path("data").path("stdout").asString("")));
            hasEnded |= event.has("end");
        }
        if (!hasEnded) {
            throw RemoteFailure.unclear("E2B did not tell of the end of the process", null);
        }
        return output.toString(StandardCharsets.UTF_8);
    }

    private static void requireNoError(JsonNode end, boolean hasBegun) {
        String code = end.path("error").path("code").asString("");
        if (!end.has("error")) {
            return;
        }
        if (!hasBegun && code.equals("resource_exhausted")) {
            throw RemoteFailure.busy("a limit of E2B is reached", Duration.ZERO, null);
        }
        if (!hasBegun && NOT_BEGUN.contains(code)) {
            throw RemoteFailure.refused("E2B did not accept the request (" + code + ")");
        }
        throw RemoteFailure.unclear("E2B told of a failure in the middle of the process", null);
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw RemoteFailure.unclear("E2B sent an answer that can not be read", e);
        }
    }
}
