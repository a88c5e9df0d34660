package dev.intellibrix.provider.openai;

import dev.intellibrix.message.ToolCallPart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Sorts the pieces of tool calls into calls. By the API an index says which call a piece belongs to; where servers leave it
 * out, a new id starts a call and anything else goes on with the last one.
 */
final class PendingCalls {

    private final List<PendingCall> calls = new ArrayList<>();
    private final Map<Integer, PendingCall> byIndex = new HashMap<>();

    /** Takes the calls of a whole message: each element is a call, whatever its id is. */
    void addWhole(JsonNode toolCalls) {
        elementsOf(toolCalls).forEach(element -> start().add(element));
    }

    /** Takes the pieces of one event. */
    void addPieces(JsonNode toolCalls) {
        Set<PendingCall> touched = new HashSet<>();
        for (JsonNode piece : elementsOf(toolCalls)) {
            PendingCall call = callOf(piece, touched);
            touched.add(call);
            call.add(piece);
        }
    }

    List<ToolCallPart> toParts(String provider) {
        return calls.stream().map(call -> call.toPart(provider)).toList();
    }

    private static List<JsonNode> elementsOf(JsonNode toolCalls) {
        List<JsonNode> elements = new ArrayList<>();
        if (toolCalls.isObject()) {
            elements.add(toolCalls);
        } else {
            toolCalls.forEach(element -> {
                if (element.isObject()) {
                    elements.add(element);
                }
            });
        }
        return elements;
    }

    private PendingCall callOf(JsonNode piece, Set<PendingCall> touched) {
        String id = piece.path("id").stringValue("");
        String name = piece.path("function").path("name").stringValue("");
        JsonNode index = piece.path("index");
        if (index.isIntegralNumber() && index.canConvertToInt()) {
            return callAt(index.intValue(), id, name);
        }
        if (calls.isEmpty()) {
            return start();
        }
        return id.isEmpty() ? continued(piece, name, touched) : named(id, name, touched);
    }

    private PendingCall callAt(int index, String id, String name) {
        PendingCall known = byIndex.get(index);
        if (known == null || known.isOtherThan(id, name)) {
            known = start();
            byIndex.put(index, known);
        }
        return known;
    }

    private PendingCall named(String id, String name, Set<PendingCall> touched) {
        for (int i = calls.size() - 1; i >= 0; i--) {
            PendingCall call = calls.get(i);
            if (call.id().equals(id) && !(touched.contains(call) && !name.isEmpty())) {
                return call;
            }
        }
        PendingCall last = last();
        return last.id().isEmpty() && name.isEmpty() ? last : start();
    }

    private PendingCall continued(JsonNode piece, String name, Set<PendingCall> touched) {
        PendingCall last = last();
        if (name.isEmpty()) {
            return last;
        }
        // A name again is a repetition, unless it stands beside the first or brings arguments to a call that has all.
        boolean bringsArguments =
                !piece.path("function").path("arguments").asString("").isEmpty();
        return touched.contains(last) || (bringsArguments && last.hasAllArguments()) ? start() : last;
    }

    private PendingCall last() {
        return calls.get(calls.size() - 1);
    }

    private PendingCall start() {
        PendingCall call = new PendingCall();
        calls.add(call);
        return call;
    }
}
