package dev.intellibrix.internal.gate;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.internal.gate.CallRecords.Kept;
import dev.intellibrix.internal.hash.Sha256;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.store.KeyValueStore;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was decided about the calls of a run and what became of them, so that no decision is acted on twice: {@code APPROVED
 * -> CLAIMED -> DONE}, each step by compare-and-set; a decision that is void is taken out the same way. In a store it holds
 * between processes and after a crash; without one, within this process. Only calls that somebody decided about are in it.
 *
 * <p>Thread-safe. Methods throw what the store throws.
 */
public final class Journal {

    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
    private static final int MAX_PLAIN = 100;

    private final CallRecords records;
    private final String runId;
    private final String prefix;

    private Journal(CallRecords records, String runId) {
        this.records = records;
        this.runId = runId;
        this.prefix = "call/" + part(runId) + "/";
    }

    /** The journal of a run. */
    public static Journal of(@Nullable KeyValueStore store, String runId) {
        return new Journal(CallRecords.in(store), runId);
    }

    /** The entry of a call; none where the decision is void. */
    public Optional<JournalEntry> find(String callId) {
        return counting(records.get(key(callId)));
    }

    /**
     * Writes down a decision, unless the call was taken up or there is a decision about the same: the first one counts. One
     * about what the call was before gives way.
     *
     * @return the entry that is there now
     */
    public JournalEntry approve(String callId, String digest, ApprovalDecision decision) {
        JournalEntry approved = JournalEntry.approved(digest, decision);
        while (true) {
            Optional<Kept> before = records.get(key(callId));
            JournalEntry there = counting(before).orElse(null);
            if (there != null && (there.isTakenUp() || there.digest().equals(digest))) {
                return there;
            }
            if (records.compareAndSet(key(callId), before, approved)) {
                return approved;
            }
        }
    }

    /**
     * Takes a call up.
     *
     * @param entry the entry as it was found
     * @return the entry as it is now, or null when somebody else has been there
     */
    @Nullable JournalEntry claim(String callId, JournalEntry entry) {
        JournalEntry claimed = entry.claimed();
        return replace(callId, entry, claimed) ? claimed : null;
    }

    /**
     * Makes a decision count for nothing.
     *
     * @param entry the entry as it was found
     * @return false when somebody else has been there
     */
    boolean makeVoid(String callId, JournalEntry entry) {
        return replace(callId, entry, entry.voided());
    }

    /** Keeps what became of a call. Where that fails, the call stays claimed, and is never started again. */
    void done(String callId, JournalEntry claimed, ToolResultPart result) {
        try {
            if (!replace(callId, claimed, claimed.done(result))) {
                LOG.warn("the journal's entry of call {} of run {} was changed by somebody else", callId, runId);
            }
        } catch (RuntimeException e) {
            LOG.error("the result of call {} of run {} could not be kept", callId, runId, e);
        }
    }

    private boolean replace(String callId, JournalEntry entry, JournalEntry with) {
        Optional<Kept> found = records.get(key(callId));
        boolean unchanged = found.map(Kept::entry).equals(Optional.of(entry));
        return unchanged && records.compareAndSet(key(callId), found, with);
    }

    private static Optional<JournalEntry> counting(Optional<Kept> found) {
        return found.map(Kept::entry).filter(entry -> entry.state() != JournalEntry.State.VOID);
    }

    private String key(String callId) {
        return prefix + part(callId);
    }

    /** Ids come from models and from stored runs, so they may be anything; what is no plain word is named by its hash. */
    private static String part(String id) {
        return isPlain(id) ? id : "#" + Sha256.hex(Json.writeEscaped(List.of(id)));
    }

    private static boolean isPlain(String id) {
        for (int i = 0; i < id.length(); i++) {
            char c = id.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            boolean digit = c >= '0' && c <= '9';
            if (!letter && !digit && c != '_' && c != '-') {
                return false;
            }
        }
        return !id.isEmpty() && id.length() <= MAX_PLAIN;
    }
}
