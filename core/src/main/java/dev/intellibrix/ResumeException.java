package dev.intellibrix;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A suspended run is not gone on with, or not here. Unless the reason is {@link Reason#GOES_ON_ELSEWHERE}, nothing was run.
 */
public final class ResumeException extends IntelligenceException {

    private static final long serialVersionUID = 1L;

    private final Reason reason;
    private final @Nullable String callId;

    ResumeException(Reason reason, @Nullable String callId, String message) {
        super(message);
        this.reason = Objects.requireNonNull(reason, "reason");
        this.callId = callId;
    }

    /** Why. */
    public enum Reason {
        /** The signature is missing, is not right, or cannot be checked without a key. */
        SIGNATURE,
        /** The state is older than {@link IntelligenceOptions.Builder#maxSuspension} allows. */
        EXPIRED,
        /** An answer names a call that does not wait in this state. */
        UNKNOWN_CALL,
        /** An answer names another digest than the call has: it is an answer to something else. */
        OTHER_DIGEST,
        /** A call is answered twice, and not the same, or another answer to it was accepted before. */
        ALREADY_ANSWERED,
        /**
         * The call that an answer names was taken up before. Resuming without an answer to it goes on with what became of
         * the call.
         */
        ALREADY_TAKEN_UP,
        /** The run is being resumed in this process, or another process took one of its calls up first. */
        GOES_ON_ELSEWHERE,
        /**
         * The run's conversation has gone on since the run was suspended, or is about to: with the run itself, to its end, or
         * without it. What became of its calls is said there.
         */
        CONVERSATION_WENT_ON
    }

    static ResumeException goesOnElsewhere(String runId) {
        return new ResumeException(
                Reason.GOES_ON_ELSEWHERE, null, "run " + runId + " goes on elsewhere: somebody else has resumed it");
    }

    static ResumeException conversationWentOn(SuspendedRun run) {
        return new ResumeException(
                Reason.CONVERSATION_WENT_ON,
                null,
                "not resumed: conversation " + run.conversationId() + " went on since run " + run.runId()
                        + " was suspended, and says what became of its calls");
    }

    static ResumeException callsAreClosed(SuspendedRun run) {
        return new ResumeException(
                Reason.CONVERSATION_WENT_ON,
                null,
                "not resumed: conversation " + run.conversationId() + " has the results of the calls of run "
                        + run.runId() + "; without an answer, the run goes on from them");
    }

    /** Why. */
    public Reason reason() {
        return reason;
    }

    /** The call that an answer named, where the reason is about one. */
    public Optional<String> callId() {
        return Optional.ofNullable(callId);
    }
}
