package dev.intellibrix.internal.gate;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.message.MediaPart;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.ToolResultPart;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the journal holds of one call. Reading fails closed: an entry that can not be read is one of a call that was taken
 * up.
 *
 * @param state how far the call is
 * @param digest what was decided on
 * @param decision the decision
 * @param attempts how often the call was claimed; it also makes the text of two claims differ, of which only one may win
 * @param result what became of it; null until it is done, and where it was too long to be kept
 */
public record JournalEntry(
        State state,
        String digest,
        ApprovalDecision decision,
        int attempts,
        @Nullable ToolResultPart result) {

    /** How far a call is. Never goes back, except that a decision that is void gives way to the next one. */
    public enum State {
        /** The decision was about something else than the call has become, so it is as if there were none. */
        VOID,
        /** Somebody decided; nothing has been done yet. */
        APPROVED,
        /** Somebody acts on the decision, or did and crashed. */
        CLAIMED,
        /** The result is known: what the tool gave, or why the call never starts. */
        DONE
    }

    private static final ApprovalDecision UNDECIDED = ApprovalDecision.deny("nobody decided");

    static final JournalEntry UNREADABLE =
            new JournalEntry(State.CLAIMED, "", ApprovalDecision.deny("unreadable"), 1, null);

    /**
     * Of the decision as everybody reads it who reads this entry.
     *
     * @throws IllegalArgumentException when the decision can not be written down
     */
    public static JournalEntry approved(String digest, ApprovalDecision decision) {
        return new JournalEntry(State.APPROVED, digest, plain(decision), 0, null);
    }

    /** Whether somebody has acted on the decision. */
    public boolean isTakenUp() {
        return state == State.CLAIMED || state == State.DONE;
    }

    /** Whether the decision is this one about this digest. */
    public boolean says(String about, ApprovalDecision other) {
        return digest.equals(about) && decision.equals(plain(other));
    }

    /** Whether it is known to be about something else than this digest; of some entries and calls it is not known. */
    boolean isAboutAnother(String about) {
        return !digest.isEmpty() && !about.isEmpty() && !digest.equals(about);
    }

    /** Whether a tool may have done something of which nothing is known; a denial that was claimed lets nothing run. */
    boolean mayHaveRun() {
        return state == State.CLAIMED && (equals(UNREADABLE) || !isDenial());
    }

    /** Whether somebody said no. */
    boolean isDenial() {
        return decision instanceof ApprovalDecision.Deny && !equals(UNREADABLE);
    }

    JournalEntry voided() {
        return new JournalEntry(State.VOID, digest, decision, attempts, null);
    }

    JournalEntry claimed() {
        return new JournalEntry(State.CLAIMED, digest, decision, attempts + 1, null);
    }

    JournalEntry done(@Nullable ToolResultPart with) {
        return new JournalEntry(State.DONE, digest, decision, attempts, with);
    }

    /** Of a call that nobody has taken up and that never starts. */
    static JournalEntry closed(String digest, Optional<JournalEntry> before, ToolResultPart with) {
        ApprovalDecision decided = before.map(JournalEntry::decision).orElse(UNDECIDED);
        return new JournalEntry(State.DONE, digest, decided, 0, with);
    }

    /** About how many characters it takes to keep this. */
    int length() {
        int length = digest.length()
                + (decision instanceof ApprovalDecision.Allow
                        ? 0
                        : text(decision).length());
        if (result != null) {
            length += result.text().length();
            for (MediaPart part : result.media()) {
                String bytes = part.base64();
                length += bytes == null ? 0 : bytes.length();
            }
        }
        return length;
    }

    String toJson() {
        ObjectNode node = Json.object();
        node.put("state", state.name().toLowerCase(Locale.ROOT)).put("digest", digest);
        node.put("attempts", attempts);
        node.set("decision", parsed(text(decision)));
        if (result != null) {
            node.set("result", parsed(Message.toolResults(List.of(result)).toJson()));
        }
        return Json.sorted(node);
    }

    static JournalEntry fromJson(String json) {
        try {
            JsonNode node = Json.parse(json);
            State state = State.valueOf(node.path("state").stringValue().toUpperCase(Locale.ROOT));
            JsonNode kept = node.path("result");
            ToolResultPart result = kept.isObject()
                    ? Message.fromJson(Json.write(kept)).toolResults().get(0)
                    : null;
            return new JournalEntry(
                    state,
                    node.path("digest").stringValue(),
                    readDecision(node.path("decision")),
                    node.path("attempts").intValue(),
                    result);
        } catch (JsonFault | RuntimeException e) {
            return UNREADABLE;
        }
    }

    /** An edit may hold any object of the application; its plain values are what counts, and they do not change. */
    private static ApprovalDecision plain(ApprovalDecision decision) {
        return decision instanceof ApprovalDecision.Edit ? readDecision(parsed(text(decision))) : decision;
    }

    private static String text(ApprovalDecision decision) {
        ObjectNode node = Json.object();
        if (decision instanceof ApprovalDecision.Deny deny) {
            node.put("deny", deny.reason());
        } else if (decision instanceof ApprovalDecision.Edit edit) {
            node.set("edit", parsed(Json.writeWhole(edit.input())));
        } else if (decision instanceof ApprovalDecision.Allow) {
            node.put("allow", true);
        } else {
            throw new IllegalArgumentException("no decision to be acted on: " + decision);
        }
        return Json.sorted(node);
    }

    @SuppressWarnings("unchecked")
    private static ApprovalDecision readDecision(JsonNode node) {
        if (node.path("allow").booleanValue(false)) {
            return ApprovalDecision.allow();
        }
        if (node.path("edit").isObject()) {
            return ApprovalDecision.edit(Json.mapper().treeToValue(node.path("edit"), Map.class));
        }
        return ApprovalDecision.deny(node.path("deny").stringValue());
    }

    private static JsonNode parsed(String json) {
        try {
            return Json.parse(json);
        } catch (JsonFault e) {
            throw new IllegalArgumentException("not to be written as JSON: " + e.getMessage(), e);
        }
    }
}
