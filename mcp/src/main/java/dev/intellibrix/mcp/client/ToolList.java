package dev.intellibrix.mcp.client;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.tool.Cancellation;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a server offers, as of one look.
 *
 * @param definitions by the server's own names, in its order
 * @param leftOut the tools that can not be offered, with the reason
 */
record ToolList(Map<String, Definition> definitions, Map<String, String> leftOut) {

    private static final int MAX_PAGES = 100;
    private static final int MAX_LEFT_OUT = 100;

    static final ToolList EMPTY = new ToolList(Map.of(), Map.of());

    /**
     * Reads all pages of a server's list, as far as the bounds go.
     *
     * @param timeout for all pages together
     */
    static ToolList of(Peer peer, int maxTools, Duration timeout) throws ServerFailure, InterruptedException {
        if (!peer.hasTools()) {
            return EMPTY;
        }
        Reading reading = new Reading(maxTools);
        long end = System.nanoTime() + timeout.toNanos();
        String cursor = "";
        for (int page = 0; page == 0 || !cursor.isEmpty(); page++) {
            Duration left = Duration.ofNanos(end - System.nanoTime());
            if (left.toMillis() <= 0 || page == MAX_PAGES || reading.isFull()) {
                reading.leaveOut("(more)", "the list has more tools, or more pages, than are read");
                break;
            }
            ObjectNode params = cursor.isEmpty() ? Json.object() : Json.object().put("cursor", cursor);
            JsonNode result =
                    peer.request("tools/list", params, left, Cancellation.none(), Ticket.ProgressListener.NONE);
            result.path("tools").forEach(reading::add);
            String next = result.path("nextCursor").stringValue("");
            cursor = next.equals(cursor) ? "" : next;
        }
        return new ToolList(reading.definitions, reading.leftOut);
    }

    private static final class Reading {

        private final int maxTools;
        private final Map<String, Definition> definitions = new LinkedHashMap<>();
        private final Map<String, String> leftOut = new LinkedHashMap<>();

        Reading(int maxTools) {
            this.maxTools = maxTools;
        }

        boolean isFull() {
            return definitions.size() >= maxTools;
        }

        void add(JsonNode entry) {
            Definition.Read read = Definition.of(entry);
            Definition definition = read.definition();
            if (definition == null) {
                leaveOut(read.name(), read.fault());
            } else if (definitions.containsKey(definition.name())) {
                leaveOut(definition.name(), "the server has another tool of this name");
            } else if (isFull()) {
                leaveOut(definition.name(), "the server has more than " + maxTools + " tools");
            } else {
                definitions.put(definition.name(), definition);
            }
        }

        void leaveOut(String name, String why) {
            if (leftOut.size() < MAX_LEFT_OUT) {
                leftOut.putIfAbsent(name, why);
            }
        }
    }
}
