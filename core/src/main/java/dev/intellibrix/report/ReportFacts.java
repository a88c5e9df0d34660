package dev.intellibrix.report;

import dev.intellibrix.event.RunEvent;
import dev.intellibrix.provider.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the head of the report says about the run: who, how long, how much, and how it ended. */
final class ReportFacts {

    private final Set<String> runIds = new LinkedHashSet<>();
    private final Set<String> subRunIds = new LinkedHashSet<>();
    private final Set<String> models = new LinkedHashSet<>();
    private final List<String> conversations = new ArrayList<>();
    private Usage usage = Usage.ZERO;
    private Usage subUsage = Usage.ZERO;
    private int steps;
    private @Nullable Instant start;
    private @Nullable Instant last;
    private @Nullable RunEvent end;

    private ReportFacts() {}

    static ReportFacts of(List<RunEvent> events) {
        ReportFacts facts = new ReportFacts();
        events.forEach(facts::take);
        return facts;
    }

    private void take(RunEvent event) {
        start = start == null ? event.at() : start;
        last = event.at();
        boolean isTop = event.source().agentPath().isEmpty();
        (isTop ? runIds : subRunIds).add(event.runId());
        if (event instanceof RunEvent.UsageReported reported) {
            usage = isTop ? usage.plus(reported.usage()) : usage;
            subUsage = isTop ? subUsage : subUsage.plus(reported.usage());
        } else if (isTop) {
            takeOwn(event);
        }
    }

    private void takeOwn(RunEvent event) {
        if (event instanceof RunEvent.RunStarted started) {
            models.add(started.model());
            end = null;
            if (!started.conversationId().equals(started.runId())) {
                conversations.add(started.conversationId());
            }
        } else if (event instanceof RunEvent.StepStarted) {
            steps++;
        } else if (event instanceof RunEvent.RunFinished
                || event instanceof RunEvent.RunFailed
                || event instanceof RunEvent.RunSuspended) {
            end = event;
        }
    }

    /** The runs; several where the events of several turns of a conversation were kept together. */
    List<String> runIds() {
        return List.copyOf(runIds);
    }

    int subRuns() {
        return subRunIds.size();
    }

    List<String> models() {
        return List.copyOf(models);
    }

    Optional<String> conversation() {
        return conversations.stream().findFirst();
    }

    Usage usage() {
        return usage;
    }

    Usage subUsage() {
        return subUsage;
    }

    int steps() {
        return steps;
    }

    /** The time of the first event. */
    Optional<Instant> start() {
        return Optional.ofNullable(start);
    }

    /** From the first event to the last. */
    Duration duration() {
        return start == null || last == null ? Duration.ZERO : Duration.between(start, last);
    }

    /** Why the last run ended. */
    String stopReason() {
        if (end instanceof RunEvent.RunFinished finished) {
            return ReportFormat.words(finished.stopReason());
        }
        if (end instanceof RunEvent.RunFailed) {
            return "failed";
        }
        if (end instanceof RunEvent.RunSuspended) {
            return "awaiting approval";
        }
        return "not ended";
    }

    /** The class of the style sheet that goes with the stop reason. */
    String css() {
        if (end instanceof RunEvent.RunFinished finished) {
            return "ANSWERED".equals(finished.stopReason()) ? "ok" : "warn";
        }
        return end instanceof RunEvent.RunFailed ? "bad" : "wait";
    }

    /** What ended the last run, when it failed. */
    Optional<Throwable> failure() {
        return end instanceof RunEvent.RunFailed failed ? Optional.of(failed.failure()) : Optional.empty();
    }
}
