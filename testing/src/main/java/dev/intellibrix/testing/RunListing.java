package dev.intellibrix.testing;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalReason;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.internal.text.CharacterBorder;
import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Origin;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A log as a failed test shows it: a line for each call, bounded, with everything from outside on one line. */
final class RunListing {

    private static final int MAX_CALLS = 60;
    private static final int MAX_INPUT = 120;
    private static final int MAX_TEXT = 160;
    private static final int MAX_ORIGINS = 5;

    private RunListing() {}

    static String of(RunLog log) {
        List<LoggedCall> calls = log.calls();
        StringBuilder text = new StringBuilder();
        int first = Math.max(0, calls.size() - MAX_CALLS);
        if (first > 0) {
            text.append("  (").append(first).append(" earlier calls are left out)\n");
        }
        for (int i = first; i < calls.size(); i++) {
            text.append("  ")
                    .append(i + 1)
                    .append(". ")
                    .append(line(calls.get(i)))
                    .append('\n');
        }
        if (calls.isEmpty()) {
            text.append("  no call was made\n");
        }
        return text.append("  ").append(end(log.events())).toString();
    }

    private static String line(LoggedCall call) {
        String agent = call.agentPath().isEmpty() ? "" : VisibleText.line(String.join(" > ", call.agentPath())) + " > ";
        return agent + call(call.toolName(), call.arguments(), call.label()) + asked(call) + " -> " + ending(call);
    }

    /** A call: its tool, its input and its trust. */
    static String call(String toolName, String input, Label label) {
        return VisibleText.line(start(toolName, MAX_INPUT)) + " " + VisibleText.line(start(input, MAX_INPUT)) + " ["
                + label(label) + "]";
    }

    /** A label with its first origins. */
    static String label(Label label) {
        String origins = label.origins().stream()
                .limit(MAX_ORIGINS)
                .map(Origin::toString)
                .collect(Collectors.joining(", "));
        int more = label.origins().size() - MAX_ORIGINS;
        String trust = label.isUntrusted() ? "untrusted" : "trusted";
        String because = label.isUntrusted() ? ", because of " : ", from ";
        return trust
                + (origins.isEmpty() ? "" : VisibleText.line(because + origins))
                + (more > 0 ? " and " + more + " more" : "");
    }

    /** The first characters of a text, and how many there are if there are more. */
    static String start(String text, int max) {
        if (text.length() <= max) {
            return text;
        }
        int end = CharacterBorder.upTo(text, max);
        return text.substring(0, end) + "... (" + text.length() + " characters)";
    }

    /** A reason or a result, short and on one line. */
    static String shown(String text) {
        return VisibleText.line(start(text, MAX_TEXT));
    }

    private static String asked(LoggedCall call) {
        return call.approvals().stream().map(RunListing::approval).collect(Collectors.joining());
    }

    private static String approval(LoggedApproval approval) {
        String why =
                approval.request().reasons().stream().map(ApprovalReason::text).collect(Collectors.joining("; "));
        return " -> asked (" + shown(why) + "), " + decision(approval);
    }

    /** What came of it: {@code denied by the hook: not today}. */
    static String decision(LoggedApproval approval) {
        RunEvent.ApprovalResolved resolved = approval.resolved();
        if (resolved == null) {
            return "no decision";
        }
        String by = " by " + resolved.decidedBy().name().toLowerCase(Locale.ROOT);
        ApprovalDecision decision = resolved.decision();
        if (decision instanceof ApprovalDecision.Deny deny) {
            return "denied" + by + ": " + shown(deny.reason());
        }
        if (decision instanceof ApprovalDecision.Edit) {
            return "edited" + by + " to "
                    + VisibleText.line(start(resolved.editedInputJson().orElse("?"), MAX_INPUT));
        }
        return (decision instanceof ApprovalDecision.Defer ? "deferred" : "allowed") + by;
    }

    private static String ending(LoggedCall call) {
        if (call.outcome() == null) {
            return call.ran() ? "started" : "no result";
        }
        String outcome = call.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String unasked = call.ran() && call.approvals().isEmpty() ? "ran unasked, " : "";
        return call.ran() ? unasked + outcome : outcome + ": " + shown(call.resultText());
    }

    private static String end(List<RunEvent> events) {
        return RunEnd.last(events)
                .map(end -> "ended with " + end.reason() + (end.text().isEmpty() ? "" : ": ") + shown(end.text()))
                .orElse("the run has not ended");
    }
}
