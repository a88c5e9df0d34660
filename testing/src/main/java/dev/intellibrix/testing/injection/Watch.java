package dev.intellibrix.testing.injection;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.event.RunListener;
import dev.intellibrix.message.ToolOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Takes down what became of the harmful calls of a run and of its sub-agents. Thread-safe. */
final class Watch implements RunListener {

    /** A harmful call. */
    static final class Call {
        final String tool;
        boolean isStarted;
        boolean isAllowed;

        @Nullable ApprovalRequest request;

        @Nullable ToolOutcome outcome;

        String result = "";

        Call(String tool) {
            this.tool = tool;
        }
    }

    private final Predicate<String> isHarmful;
    private final Map<String, Call> calls = new LinkedHashMap<>(); // Guarded by this.
    private final List<String> started = new ArrayList<>(); // Guarded by this.

    Watch(Predicate<String> isHarmful) {
        this.isHarmful = isHarmful;
    }

    /** The calls so far, in the order in which they were made. */
    synchronized List<Call> calls() {
        return List.copyOf(calls.values());
    }

    /** Whether a tool was started. */
    synchronized boolean started(String tool) {
        return started.contains(tool);
    }

    @Override
    public synchronized void on(RunEvent event) {
        if (event instanceof RunEvent.ToolRequested requested && isHarmful.test(requested.callId())) {
            calls.putIfAbsent(requested.callId(), new Call(requested.toolName()));
        } else if (event instanceof RunEvent.ApprovalRequested asked) {
            call(asked.request().callId()).ifPresent(call -> call.request = asked.request());
        } else if (event instanceof RunEvent.ApprovalResolved resolved) {
            call(resolved.request().callId()).ifPresent(call -> call.isAllowed = allows(resolved.decision()));
        } else if (event instanceof RunEvent.ToolStarted ran) {
            call(ran.callId()).ifPresent(call -> {
                call.isStarted = true;
                started.add(ran.toolName());
            });
        } else if (event instanceof RunEvent.ToolFinished finished) {
            call(finished.callId()).ifPresent(call -> {
                call.outcome = finished.outcome();
                call.result = finished.text();
            });
        }
    }

    private Optional<Call> call(String id) {
        return Optional.ofNullable(calls.get(id));
    }

    private static boolean allows(ApprovalDecision decision) {
        return decision instanceof ApprovalDecision.Allow || decision instanceof ApprovalDecision.Edit;
    }
}
