package dev.intellibrix.report;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.event.RunEvent;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request for approval, and what came of it. */
final class ReportApproval {

    private final ApprovalRequest request;
    private final RunEvent.@Nullable ApprovalResolved resolved;

    ReportApproval(ApprovalRequest request, RunEvent.@Nullable ApprovalResolved resolved) {
        this.request = request;
        this.resolved = resolved;
    }

    ApprovalRequest request() {
        return request;
    }

    Optional<RunEvent.ApprovalResolved> resolved() {
        return Optional.ofNullable(resolved);
    }

    /** What was decided, in a word or two. */
    String decision() {
        if (resolved == null) {
            return "not decided";
        }
        ApprovalDecision decision = resolved.decision();
        if (decision instanceof ApprovalDecision.Allow) {
            return "allowed";
        }
        if (decision instanceof ApprovalDecision.Edit) {
            return "allowed with a change";
        }
        return decision instanceof ApprovalDecision.Deny ? "denied" : "deferred";
    }

    /** The class of the style sheet that goes with the decision. */
    String css() {
        return switch (decision()) {
            case "allowed" -> "ok";
            case "allowed with a change" -> "edit";
            case "denied" -> "bad";
            default -> "wait";
        };
    }

    /** Who decided, as a person reads it. */
    String decider() {
        if (resolved == null) {
            return "nobody so far";
        }
        return switch (resolved.decidedBy()) {
            case HOOK -> "the approval hook";
            case NOBODY -> "nobody: there is no approval hook";
            case TIMEOUT -> "nobody: the time was up";
            case ERROR -> "nobody: the answer could not be used";
            case CANCELLED -> "nobody: the run was cancelled";
            case POLICY -> "a rule or a permission";
            default -> ReportFormat.words(resolved.decidedBy().name());
        };
    }
}
