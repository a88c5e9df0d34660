package dev.intellibrix.examples.tooldriver;

import dev.intellibrix.event.RunEvent;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** An event as the driver answers it: its type, and what a script may want to know of it. */
final class EventJson {

    private EventJson() {}

    static Map<String, Object> of(RunEvent event) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("type", event.type());
        if (event instanceof RunEvent.ToolRequested requested) {
            json.put("tool", requested.toolName());
            json.put("arguments", requested.arguments());
        } else if (event instanceof RunEvent.ToolIntercepted intercepted) {
            json.put("tool", intercepted.toolName());
            json.put("rule", intercepted.rule());
        } else if (event instanceof RunEvent.ApprovalRequested requested) {
            json.put("tool", requested.request().toolName());
            json.put("input", requested.request().input());
            json.put("trust", lower(requested.request().trust()));
            json.put(
                    "origins",
                    requested.request().origins().stream().map(String::valueOf).toList());
            json.put(
                    "reasons",
                    requested.request().reasons().stream()
                            .map(reason -> lower(reason.kind()))
                            .toList());
        } else if (event instanceof RunEvent.ApprovalResolved resolved) {
            json.put("tool", resolved.request().toolName());
            json.put("decidedBy", lower(resolved.decidedBy()));
            json.put("decision", lower(resolved.decision().getClass().getSimpleName()));
            json.put("code", resolved.code());
        } else if (event instanceof RunEvent.ToolStarted started) {
            json.put("tool", started.toolName());
            json.put("input", started.inputJson());
        } else if (event instanceof RunEvent.ToolFinished finished) {
            json.put("tool", finished.toolName());
            json.put("outcome", lower(finished.outcome()));
        } else if (event instanceof RunEvent.RunFinished finished) {
            json.put("stopReason", finished.stopReason());
        }
        return json;
    }

    private static String lower(Enum<?> value) {
        return lower(value.name());
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
