package dev.intellibrix.approval;

import java.util.Objects;

/**
 * An answer to a call of a suspended run. It names the call and the digest of what was shown, so that it is good for that
 * and for nothing else; what is shown to a person has to be shown from the same request as the digest is taken from.
 *
 * @param callId the call, as in {@link ApprovalRequest#callId}
 * @param digest what was shown, as in {@link ApprovalRequest#digest}
 * @param decision what was decided; {@link ApprovalDecision#defer} leaves the call waiting
 */
public record ApprovalAnswer(String callId, String digest, ApprovalDecision decision) {

    public ApprovalAnswer {
        Objects.requireNonNull(callId, "callId");
        Objects.requireNonNull(digest, "digest");
        Objects.requireNonNull(decision, "decision");
    }

    /** The answer to this request. */
    public static ApprovalAnswer to(ApprovalRequest request, ApprovalDecision decision) {
        return new ApprovalAnswer(request.callId(), request.digest(), decision);
    }
}
