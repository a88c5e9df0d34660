package dev.intellibrix.internal.gate;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.MediaPart;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolOutput;
import java.util.List;

/** Makes the one result of a call: what the model reads, bounded and labelled. */
final class Results {

    private static final String ID_USED =
            "Not run (id_used): a call with this id was started before, and it was not quite"
                    + " this one; look what it did before you make this one again";

    private static final String UNWRITTEN =
            "Unknown (journal_failed): it could not be written down that this call does not run, so look before you"
                    + " make it again";

    private Results() {}

    /**
     * What a tool returned.
     *
     * @param seen the trust of what the call has seen beside its input
     */
    static ToolResultPart ofTool(
            ToolCallPart call, Tool tool, ToolOutput output, Label seen, String note, int maxChars) {
        Label label = label(call, tool, output.label().join(seen));
        return new ToolResultPart(
                call.id(),
                call.toolName(),
                ToolOutcome.SUCCEEDED,
                note + Notes.bounded(output.text(), maxChars),
                labelled(output.media(), label),
                label);
    }

    private static List<MediaPart> labelled(List<MediaPart> media, Label label) {
        return media.isEmpty()
                ? media
                : media.stream().map(part -> part.withLabel(label)).toList();
    }

    /**
     * What a tool says in place of a result.
     *
     * @param quoted the trust of what the text quotes
     */
    static ToolResultPart ofFailure(
            ToolCallPart call, Tool tool, ToolOutcome outcome, String text, Label quoted, String note, int maxChars) {
        return new ToolResultPart(
                call.id(),
                call.toolName(),
                outcome,
                note + Notes.bounded(text, maxChars),
                List.of(),
                label(call, tool, quoted));
    }

    /**
     * What is known of a call that was taken up or closed before, by a run that was suspended or a process that crashed. A
     * provider without ids may have given the id to another call meanwhile, which must not get the result of the first.
     *
     * @param digest what the call is now; empty where that is not known
     */
    static ToolResultPart known(ToolCallPart call, String digest, JournalEntry entry) {
        if (entry.isAboutAnother(digest)) {
            return ToolResultPart.of(call, ToolOutcome.UNKNOWN, ID_USED);
        }
        ToolResultPart kept = entry.result();
        if (kept != null && kept.callId().equals(call.id()) && kept.toolName().equals(call.toolName())) {
            return kept.withLabel(call.label().join(kept.label()));
        }
        if (entry.state() == JournalEntry.State.CLAIMED
                && entry.decision() instanceof ApprovalDecision.Deny deny
                && entry.isDenial()) {
            return ToolResultPart.of(call, ToolOutcome.DENIED, "Denied (denied): " + deny.reason());
        }
        String text = entry.state() == JournalEntry.State.DONE
                ? "Not run again (done_before): this call was done before, and its result was not kept"
                : "Not run again (unknown): this call was started before, and a crash hid what became of it; look"
                        + " before you make it again";
        return ToolResultPart.of(call, ToolOutcome.UNKNOWN, text);
    }

    /** Of a call that does not run, though somebody could still take it up. */
    static ToolResultPart ofUnwritten(ToolCallPart call) {
        return ToolResultPart.of(call, ToolOutcome.UNKNOWN, UNWRITTEN);
    }

    /**
     * The join of what the tool declares, what its output says of itself, and the call's arguments; an untrusted result
     * that names no source has the tool as its source.
     */
    private static Label label(ToolCallPart call, Tool tool, Label output) {
        Label own = new Label(tool.resultTrust().join(output.trust()), output.origins());
        if (own.trust() == Trust.UNTRUSTED && own.origins().isEmpty()) {
            own = Label.untrusted(Origin.of(Origin.Kind.TOOL, tool.name()));
        }
        return call.label().join(own);
    }
}
