package dev.intellibrix.mcp.server;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalHook;
import dev.intellibrix.approval.ApprovalRequest;
import org.jspecify.annotations.Nullable;

/**
 * Decides about a client's call: the developer's hook first, then, about what that defers, the client's user. A call is never
 * left undecided, since no client waits for a suspended run.
 */
record CallApproval(@Nullable ApprovalHook hook, @Nullable ClientUser user) implements ApprovalHook {

    private static final ApprovalDecision NOT_NOW =
            ApprovalDecision.deny("nobody can decide about this call now, and it does not wait");

    /** Asks the client's user. */
    @FunctionalInterface
    interface ClientUser {
        ApprovalDecision decide(ApprovalRequest call) throws Exception;
    }

    @Override
    public @Nullable ApprovalDecision decide(ApprovalRequest call) throws Exception {
        ApprovalDecision first = hook == null ? ApprovalDecision.defer() : hook.decide(call);
        if (!(first instanceof ApprovalDecision.Defer)) {
            return first;
        }
        return user == null ? NOT_NOW : user.decide(call);
    }
}
