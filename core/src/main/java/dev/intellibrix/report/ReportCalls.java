package dev.intellibrix.report;

import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolResultPart;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The calls of a run, gathered from its events and its messages, and numbered in the order in which they were made. */
final class ReportCalls {

    /** How many calls the page shows. */
    static final int MAX_SHOWN = 1_000;

    private final Map<Key, ReportCall> byKey = new LinkedHashMap<>();
    private final Map<String, ReportCall> ofMessages = new HashMap<>();

    /** A call of a run; two runs may use the same id. */
    private record Key(String runId, String callId) {}

    private ReportCalls() {}

    static ReportCalls of(List<RunEvent> events, List<Message> messages) {
        ReportCalls calls = new ReportCalls();
        calls.takeEarlierCalls(events, messages);
        events.forEach(calls::take);
        for (int i = 0; i < messages.size(); i++) {
            calls.take(messages.get(i), i + 1);
        }
        return calls;
    }

    /** All calls, in order. */
    Collection<ReportCall> all() {
        return byKey.values();
    }

    /** The calls that the page shows. */
    List<ReportCall> shown() {
        return byKey.values().stream().limit(MAX_SHOWN).toList();
    }

    /** The call that an event is about. */
    Optional<ReportCall> of(RunEvent event) {
        String callId = callId(event);
        return callId == null ? Optional.empty() : Optional.ofNullable(byKey.get(new Key(event.runId(), callId)));
    }

    /** The call that a part of a message is about. */
    Optional<ReportCall> ofMessage(String callId) {
        return Optional.ofNullable(ofMessages.get(callId));
    }

    static @Nullable String callId(RunEvent event) {
        if (event instanceof RunEvent.ToolRequested e) {
            return e.callId();
        } else if (event instanceof RunEvent.ToolIntercepted e) {
            return e.callId();
        } else if (event instanceof RunEvent.ApprovalRequested e) {
            return e.request().callId();
        } else if (event instanceof RunEvent.ApprovalResolved e) {
            return e.request().callId();
        } else if (event instanceof RunEvent.ToolStarted e) {
            return e.callId();
        } else if (event instanceof RunEvent.ToolProgress e) {
            return e.callId();
        }
        return event instanceof RunEvent.ToolFinished e ? e.callId() : null;
    }

    /** Calls that no event tells of were made before the events begin, in earlier turns of the conversation. */
    private void takeEarlierCalls(List<RunEvent> events, List<Message> messages) {
        Set<String> told = new HashSet<>();
        for (RunEvent event : events) {
            String callId = callId(event);
            if (callId != null && event.source().agentPath().isEmpty()) {
                told.add(callId);
            }
        }
        for (Message message : messages) {
            for (ToolCallPart call : message.toolCalls()) {
                if (!told.contains(call.id())) {
                    ofMessages.put(call.id(), callOf(new Key("", call.id())));
                }
            }
        }
    }

    private void take(RunEvent event) {
        String callId = callId(event);
        if (callId == null) {
            return;
        }
        ReportCall call = callOf(new Key(event.runId(), callId));
        call.take(event);
        if (event.source().agentPath().isEmpty()) {
            ofMessages.put(callId, call);
        }
    }

    private void take(Message message, int number) {
        for (ToolCallPart part : message.toolCalls()) {
            ofMessage(part.id()).ifPresent(call -> call.take(part, number));
        }
        for (ToolResultPart part : message.toolResults()) {
            ofMessage(part.callId()).ifPresent(call -> call.take(part));
        }
    }

    private ReportCall callOf(Key key) {
        return byKey.computeIfAbsent(key, any -> new ReportCall(byKey.size() + 1, key.callId()));
    }

    /** The calls that a condition holds for. */
    List<ReportCall> where(Predicate<ReportCall> condition) {
        return byKey.values().stream().filter(condition).toList();
    }
}
