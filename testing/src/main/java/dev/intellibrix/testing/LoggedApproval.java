package dev.intellibrix.testing;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.event.Decider;
import dev.intellibrix.event.RunEvent;
import org.jspecify.annotations.Nullable;

/** One time that somebody was asked about a call. */
final class LoggedApproval {

    private final ApprovalRequest request;
    private RunEvent.@Nullable ApprovalResolved resolved;

    LoggedApproval(ApprovalRequest request) {
        this.request = request;
    }

    void resolve(RunEvent.ApprovalResolved end) {
        resolved = end;
    }

    ApprovalRequest request() {
        return request;
    }

    boolean isResolved() {
        return resolved != null;
    }

    /** Null while there is none. */
    RunEvent.@Nullable ApprovalResolved resolved() {
        return resolved;
    }

    /** Null while nobody has decided. */
    @Nullable Decider decidedBy() {
        return resolved == null ? null : resolved.decidedBy();
    }

    /** Null while there is none. */
    @Nullable ApprovalDecision decision() {
        return resolved == null ? null : resolved.decision();
    }
}
