package dev.intellibrix.mcp.server;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.Run;
import dev.intellibrix.RunResult;
import dev.intellibrix.approval.Permission;
import dev.intellibrix.approval.Permissions;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.tool.ToolCategory;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A client's call as a run of the loop, with the client in the place of the model: so it passes the gate as every call does,
 * stands in events and in the audit log as a run, and is stopped like one. Thread-safe.
 */
final class ToolCall {

    private @Nullable Run run; // Guarded by this, as is all below.
    private boolean cancelled;

    /** Whether the client has cancelled the call, or is gone. */
    synchronized boolean isCancelled() {
        return cancelled;
    }

    /** Stops the call, also before it has begun. */
    void cancel() {
        Run begun;
        synchronized (this) {
            cancelled = true;
            begun = run;
        }
        if (begun != null) {
            begun.cancel();
        }
    }

    /**
     * Makes the call and waits for its end.
     *
     * @param options with the client as the provider and the tools of this moment
     * @param conversationId the scope of what the client has seen, such as files that it has read
     * @return the result; empty when the call was stopped before the gate saw it
     */
    Optional<ToolResultPart> make(IntelligenceOptions options, String conversationId, String clientName) {
        Message request = Message.user("a call over the Model Context Protocol")
                .untrusted(Origin.of(Origin.Kind.REMOTE_CALLER, clientName));
        synchronized (this) {
            if (cancelled) {
                return Optional.empty();
            }
            // An agent of its own, so that the calls of a session do not wait for each other and remember nothing.
            run = new Intelligence(options).conversation(conversationId).start(request);
        }
        RunResult result = run.await();
        List<Message> messages = result.messages();
        List<ToolResultPart> results = messages.get(messages.size() - 1).toolResults();
        return results.stream().findFirst();
    }

    /** Every call asks: for a tool that needs approval where nobody can give it. */
    static Permissions askingAlways(Permissions base) {
        Permissions all = base;
        for (ToolCategory category : ToolCategory.values()) {
            all = all.and(Permissions.none().with(category, Permission.ASK));
        }
        return all;
    }
}
