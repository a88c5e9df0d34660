package dev.intellibrix.report;

import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.MediaPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All that events and messages tell about one tool call. Filled by {@link ReportCalls}, read by the sections. */
final class ReportCall {

    private final int number;
    private final String id;
    private List<String> agentPath = List.of();
    private int message;
    private @Nullable ToolCallPart part;
    private @Nullable ToolResultPart result;
    private RunEvent.@Nullable ToolRequested requested;
    private RunEvent.@Nullable ToolStarted started;
    private RunEvent.@Nullable ToolFinished finished;
    private final List<RunEvent.ToolIntercepted> interceptions = new ArrayList<>();
    private final List<ReportApproval> approvals = new ArrayList<>();

    ReportCall(int number, String id) {
        this.number = number;
        this.id = id;
    }

    /** Takes an event of this call. */
    void take(RunEvent event) {
        agentPath = event.source().agentPath();
        if (event instanceof RunEvent.ToolRequested e) {
            requested = e;
        } else if (event instanceof RunEvent.ToolIntercepted e) {
            interceptions.add(e);
        } else if (event instanceof RunEvent.ApprovalRequested e) {
            approvals.add(new ReportApproval(e.request(), null));
        } else if (event instanceof RunEvent.ApprovalResolved e) {
            resolve(e);
        } else if (event instanceof RunEvent.ToolStarted e) {
            started = e;
        } else if (event instanceof RunEvent.ToolFinished e) {
            finished = e;
        }
    }

    void take(ToolCallPart call, int inMessage) {
        part = call;
        message = inMessage;
    }

    void take(ToolResultPart of) {
        result = of;
    }

    private void resolve(RunEvent.ApprovalResolved resolved) {
        int last = approvals.size() - 1;
        if (last >= 0 && approvals.get(last).resolved().isEmpty()) {
            approvals.remove(last);
        }
        approvals.add(new ReportApproval(resolved.request(), resolved));
    }

    /** The number that the report gives the call, from 1. */
    int number() {
        return number;
    }

    HtmlPlace place() {
        return HtmlPlace.call(number);
    }

    List<String> agentPath() {
        return agentPath;
    }

    /** The number of the message that holds the call; 0 when none does. */
    int message() {
        return message;
    }

    String toolName() {
        if (requested != null) {
            return requested.toolName();
        }
        if (part != null) {
            return part.toolName();
        }
        if (!approvals.isEmpty()) {
            return approvals.get(0).request().toolName();
        }
        return finished == null ? id : finished.toolName();
    }

    /** The arguments as the model wrote them. */
    Optional<String> arguments() {
        if (requested != null) {
            return Optional.of(requested.arguments());
        }
        return Optional.ofNullable(part).map(ToolCallPart::arguments);
    }

    boolean isRepaired() {
        return requested != null ? requested.repaired() : part != null && part.repaired();
    }

    /** The trust of all that led to the call. */
    Optional<Label> label() {
        if (requested != null) {
            return Optional.of(requested.label());
        }
        return Optional.ofNullable(part).map(ToolCallPart::label);
    }

    boolean isLedByUntrusted() {
        return label().map(Label::isUntrusted).orElse(false);
    }

    List<RunEvent.ToolIntercepted> interceptions() {
        return interceptions;
    }

    List<ReportApproval> approvals() {
        return approvals;
    }

    /** The input that ran. */
    Optional<String> ran() {
        return Optional.ofNullable(started).map(RunEvent.ToolStarted::inputJson);
    }

    Optional<ToolOutcome> outcome() {
        if (finished != null) {
            return Optional.of(finished.outcome());
        }
        return Optional.ofNullable(result).map(ToolResultPart::outcome);
    }

    /** What the model reads. */
    Optional<String> resultText() {
        if (finished != null) {
            return Optional.of(finished.text());
        }
        return Optional.ofNullable(result).map(ToolResultPart::text);
    }

    Optional<Label> resultLabel() {
        if (finished != null) {
            return Optional.of(finished.label());
        }
        return Optional.ofNullable(result).map(ToolResultPart::label);
    }

    List<MediaPart> media() {
        return result == null ? List.of() : result.media();
    }

    Optional<Throwable> failure() {
        return finished == null ? Optional.empty() : finished.failure();
    }

    /** How long the tool ran; empty when nothing is known of it, or nothing ran. */
    Optional<Duration> took() {
        return started == null || finished == null ? Optional.empty() : Optional.of(finished.took());
    }
}
