package dev.intellibrix.examples.tooldriver;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads one JSON request a line and writes one JSON answer a line, until the input ends.
 *
 * <ul>
 *   <li>{@code {"id":"1","session":"s","open":{"root":"/dir","config":{...}}}} builds the tools of a session
 *   <li>{@code {"id":"2","session":"s","call":{"tool":"read_file","input":{...}},"approve":true}} calls a tool; {@code
 *       approve} is true, false, {@code {"edit":{...}}} or "none", which is the default
 *   <li>{@code {"id":"3","session":"s","tools":true}} lists the tools
 *   <li>{@code {"id":"4","session":"s","close":true}} ends a session
 * </ul>
 *
 * <p>Each call runs through a real agent whose model is scripted to ask for that one tool, so the approvals, the rules, the
 * trust and the events are the real ones.
 */
public final class ToolDriver {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private static final String HELP = """
            usage: tool-driver < requests

            One JSON request a line, one JSON answer a line:
              {"id":"1","session":"s","open":{"root":"/dir","config":{}}}
              {"id":"2","session":"s","call":{"tool":"read_file","input":{"path":"a.txt"}},"approve":true}
              {"id":"3","session":"s","tools":true}
              {"id":"4","session":"s","close":true}""";

    private final Map<String, Session> sessions = new HashMap<>();

    private ToolDriver() {}

    /** Works off standard input; there are no arguments. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length > 0) {
            System.err.println(HELP);
            System.exit(2);
        }
        // Answers alone belong to standard output, whatever a library prints.
        PrintStream answers = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        System.setOut(System.err);
        ToolDriver driver = new ToolDriver();
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            if (!line.isBlank()) {
                answers.print(MAPPER.writeValueAsString(driver.answer(line)) + "\n");
                answers.flush();
            }
        }
    }

    private Map<String, Object> answer(String line) {
        @Nullable String id = null;
        try {
            JsonNode request = MAPPER.readTree(line);
            if (!(request instanceof ObjectNode object)) {
                return answer(id, false, "a request must be a JSON object");
            }
            id = object.path("id").asString(null);
            return answer(id, object);
        } catch (JacksonException e) {
            return answer(id, false, "not a JSON request: " + e.getOriginalMessage());
        } catch (RuntimeException e) {
            return answer(id, false, String.valueOf(e.getMessage()));
        }
    }

    private Map<String, Object> answer(@Nullable String id, ObjectNode request) {
        String name = request.path("session").asString("");
        if (request.has("open")) {
            if (sessions.containsKey(name)) {
                throw new IllegalArgumentException("session " + name + " is open already");
            }
            sessions.put(name, Session.open(name, request.path("open")));
            return answer(id, true, null);
        }
        Session session = sessions.get(name);
        if (session == null) {
            throw new IllegalArgumentException("there is no session " + name + "; open it first");
        }
        if (request.has("call")) {
            return withId(id, session.call(request.path("call"), request.path("approve")));
        }
        if (request.has("tools")) {
            return withId(id, session.tools());
        }
        if (request.has("close")) {
            sessions.remove(name);
            return answer(id, true, null);
        }
        throw new IllegalArgumentException("a request needs one of open, call, tools and close");
    }

    private static Map<String, Object> answer(@Nullable String id, boolean ok, @Nullable String output) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("ok", ok);
        if (output != null) {
            answer.put("output", output);
        }
        return withId(id, answer);
    }

    private static Map<String, Object> withId(@Nullable String id, Map<String, Object> answer) {
        Map<String, Object> all = new LinkedHashMap<>();
        if (id != null) {
            all.put("id", id);
        }
        all.putAll(answer);
        return all;
    }
}
