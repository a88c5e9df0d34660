package dev.intellibrix.internal.gate;

import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolResultPart;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The right to act on a decision, once. Used on the run's thread. */
final class Claim {

    private static final Logger LOG = LoggerFactory.getLogger(Claim.class);

    private final Journal journal;
    private final String callId;
    private final JournalEntry approved;
    private @Nullable JournalEntry claimed;

    Claim(Journal journal, String callId, JournalEntry approved) {
        this.journal = journal;
        this.callId = callId;
        this.approved = approved;
    }

    /** Takes the call up. */
    AdmittedCall.Claiming take() {
        try {
            claimed = journal.claim(callId, approved);
            return claimed == null ? AdmittedCall.Claiming.TAKEN : AdmittedCall.Claiming.OURS;
        } catch (RuntimeException e) {
            LOG.error("call {} could not be written to the journal, so it does not run", callId, e);
            return AdmittedCall.Claiming.FAILED;
        }
    }

    /** Makes the decision count for nothing, in place of acting on it. */
    AdmittedCall.Claiming makeVoid() {
        try {
            return journal.makeVoid(callId, approved) ? AdmittedCall.Claiming.OURS : AdmittedCall.Claiming.TAKEN;
        } catch (RuntimeException e) {
            LOG.error("the void decision about call {} could not be taken out of the journal", callId, e);
            return AdmittedCall.Claiming.FAILED;
        }
    }

    /** What is said of the call when it does not start: this, unless it may have run before. */
    ToolResultPart close(ToolCallPart call, ToolResultPart result) {
        if (approved.mayHaveRun()) {
            return Results.known(call, approved.digest(), approved);
        }
        boolean ours = claimed != null; // Then nobody else takes it up, and its end is kept like any other.
        return ours ? result : journal.closeOrUnknown(call, approved.digest(), result);
    }

    /** Keeps what became of the call, when it was taken up. */
    void done(ToolResultPart result) {
        if (claimed != null) {
            journal.done(callId, claimed, result);
        }
    }
}
