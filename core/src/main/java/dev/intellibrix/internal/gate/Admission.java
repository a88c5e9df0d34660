package dev.intellibrix.internal.gate;

import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.message.ToolResultPart;

/** What the gate says about a call. */
public sealed interface Admission permits AdmittedCall, Admission.Refused, Admission.Deferred, Admission.Taken {

    /**
     * The call does not run.
     *
     * @param result what the model reads instead
     */
    record Refused(ToolResultPart result) implements Admission {}

    /**
     * Nobody can decide now; the run ends and is resumed with the answer.
     *
     * @param request the call that waits
     */
    record Deferred(ApprovalRequest request) implements Admission {}

    /** Somebody else has acted on the decision about this call, so the run goes on elsewhere. */
    record Taken() implements Admission {}
}
