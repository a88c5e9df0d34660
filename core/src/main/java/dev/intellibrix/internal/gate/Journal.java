package dev.intellibrix.internal.gate;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.internal.gate.CallRecords.Kept;
import dev.intellibrix.internal.hash.Sha256;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.store.KeyValueStore;
import dev.intellibrix.store.StoreException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was decided about the calls of a run and what became of them, so that no decision is acted on twice: {@code APPROVED
 * -> CLAIMED -> DONE}, each step by compare-and-set; a decision that is void is taken out the same way, and a call that does
 * not start is {@code DONE} at once, with what is said of it. In a store it holds between processes and after a crash; without
 * one, within this process. Only calls that somebody decided about, or was to decide about, are in it.
 *
 * <p>Thread-safe. Methods throw what the store throws.
 */
public final class Journal {

    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
    private static final int MAX_PLAIN = 100;

    /** Each lost try is somebody else's step, and there are few; a store in which none ever wins has to be told of. */
    private static final int MAX_TRIES = 100;

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
     * Writes down an answer to a call that waits, unless there is a decision about the call: the first one counts.
     *
     * @return the entry that is there now
     */
    public JournalEntry accept(String callId, JournalEntry approved) {
        return change(callId, there -> true, there -> approved);
    }

    /**
     * Writes down what was decided just now about the call as it is now, unless the call was taken up or there is a decision
     * about the same. One about what a call of this id was before gives way.
     *
     * @return the entry that is there now
     */
    JournalEntry approve(String callId, String digest, ApprovalDecision decision) {
        JournalEntry approved = JournalEntry.approved(digest, decision);
        return change(callId, there -> there.isTakenUp() || there.digest().equals(digest), there -> approved);
    }

    /**
     * Ends a call that does not start: unless somebody has taken it up, nobody ever will.
     *
     * @param digest what the call is; empty where that is not known
     * @param result what is to be said of it
     * @return what is true of it: that, or what is known of the call that was taken up
     */
    public ToolResultPart close(ToolCallPart call, String digest, ToolResultPart result) {
        return Results.known(call, digest, close(call.id(), digest, result));
    }

    /** The same; where it can not be written down, nobody knows what becomes of the call. */
    ToolResultPart closeOrUnknown(ToolCallPart call, String digest, ToolResultPart result) {
        try {
            return close(call, digest, result);
        } catch (RuntimeException e) {
            LOG.error("it could not be written down that call {} of run {} does not run", call.id(), runId, e);
            return Results.ofUnwritten(call);
        }
    }

    /** The entry that is there now. */
    JournalEntry close(String callId, String digest, ToolResultPart result) {
        return change(callId, JournalEntry::isTakenUp, there -> JournalEntry.closed(digest, there, result));
    }

    /**
     * Changes an entry by compare-and-set; a void one counts as none.
     *
     * @param stays whether an entry is left as it is
     * @param next what it becomes otherwise
     * @return the entry that is there now
     */
    private JournalEntry change(
            String callId, Predicate<JournalEntry> stays, Function<Optional<JournalEntry>, JournalEntry> next) {
        String key = key(callId);
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Optional<Kept> found = records.get(key);
            Optional<JournalEntry> there = counting(found);
            if (there.filter(stays).isPresent()) {
                return there.get();
            }
            JournalEntry entry = next.apply(there);
            if (records.compareAndSet(key, found, entry)) {
                return entry;
            }
        }
        throw new StoreException("the entry of call " + callId + " was never what it had been found to be, " + MAX_TRIES
                + " times in a row");
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
