package dev.intellibrix.report;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalReason;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.Label;
import dev.intellibrix.provider.Usage;
import dev.intellibrix.report.HtmlWriter.Tag;
import dev.intellibrix.rules.RulesDifference;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says in a line what happened in an event. */
final class ReportEventText {

    private static final int MAX_NAMES = 20;

    private final ReportView view;
    private final HtmlWriter html;

    ReportEventText(ReportView view) {
        this.view = view;
        this.html = view.html();
    }

    /** The class of the style sheet that goes with an event. */
    static String css(RunEvent event) {
        Label label = label(event);
        if (event instanceof RunEvent.ToolIntercepted) {
            return "stop";
        } else if (event instanceof RunEvent.RunFailed) {
            return "bad";
        } else if (label == null || !label.isUntrusted()) {
            return "";
        }
        return event instanceof RunEvent.ToolFinished finished && ReportView.isOfTool(finished.outcome())
                ? "untrusted"
                : "led";
    }

    private static @Nullable Label label(RunEvent event) {
        if (event instanceof RunEvent.ToolRequested e) {
            return e.label();
        } else if (event instanceof RunEvent.ApprovalRequested e) {
            return e.request().label();
        } else if (event instanceof RunEvent.ApprovalResolved e) {
            return e.request().label();
        }
        return event instanceof RunEvent.ToolFinished e ? e.label() : null;
    }

    void write(ReportTimeline.Row row) {
        RunEvent event = row.last();
        if (row.count() > 1 || event instanceof RunEvent.TextDelta || event instanceof RunEvent.ReasoningDelta) {
            pieces(row);
        } else if (event instanceof RunEvent.ToolProgress progress) {
            progress(progress);
        } else if (event instanceof RunEvent.UsageReported reported) {
            usage(reported.usage());
        } else if (event instanceof RunEvent.RulesChanged changed) {
            rules(changed.difference());
        } else if (!run(event) && !model(event)) {
            call(event);
        }
    }

    private boolean run(RunEvent event) {
        if (event instanceof RunEvent.RunStarted started) {
            html.text("the run begins, with the model ");
            view.line(started.model(), 120);
        } else if (event instanceof RunEvent.StepStarted step) {
            html.text("step " + step.step() + ": the model is asked");
        } else if (event instanceof RunEvent.StepFinished step) {
            html.text("step " + step.step() + " is done");
        } else if (event instanceof RunEvent.RunFinished finished) {
            html.text("the run ended: " + ReportFormat.words(finished.stopReason()));
        } else if (event instanceof RunEvent.RunFailed failed) {
            html.text("the run failed: ");
            view.line(String.valueOf(failed.failure()));
        } else if (event instanceof RunEvent.RunSuspended suspended) {
            html.text("the run waits for "
                    + ReportFormat.count(suspended.callIds().size(), "decision"));
        } else {
            return false;
        }
        return true;
    }

    private boolean model(RunEvent event) {
        if (event instanceof RunEvent.ModelCallStarted started) {
            html.text("asking ");
            view.line(started.model(), 120);
            html.text(" by the provider ");
            view.line(started.provider(), 120);
        } else if (event instanceof RunEvent.ModelCallFinished finished) {
            html.text((finished.failure().isEmpty() ? "an answer after " : "no answer, after ")
                    + ReportFormat.duration(finished.took()));
            finished.finishReason().ifPresent(reason -> html.text(", ended by " + ReportFormat.words(reason.name())));
        } else {
            return false;
        }
        return true;
    }

    private void call(RunEvent event) {
        if (event instanceof RunEvent.ToolRequested requested) {
            html.text("the model asks for ");
            html.in(Tag.CODE, "", () -> view.json(requested.arguments(), 120));
            seen(requested.label());
        } else if (event instanceof RunEvent.ToolIntercepted intercepted) {
            view.chip("stop", "intercepted");
            html.text(" by the rule ");
            view.line(intercepted.rule(), 80);
        } else if (event instanceof RunEvent.ApprovalRequested requested) {
            html.text("asks: ");
            view.line(requested.request().reasons().stream()
                    .limit(MAX_NAMES)
                    .map(ApprovalReason::text)
                    .collect(Collectors.joining("; ")));
        } else if (event instanceof RunEvent.ApprovalResolved resolved) {
            resolved(resolved);
        } else if (event instanceof RunEvent.ToolStarted) {
            html.text("the tool starts");
        } else if (event instanceof RunEvent.ToolFinished finished) {
            finished(finished);
        }
    }

    private void resolved(RunEvent.ApprovalResolved resolved) {
        ReportApproval approval = new ReportApproval(resolved.request(), resolved);
        view.chip(approval.css(), approval.decision());
        html.text(" by " + approval.decider() + ", after " + ReportFormat.duration(resolved.waited()));
        if (resolved.decision() instanceof ApprovalDecision.Deny deny) {
            html.text(": ");
            view.line(deny.reason(), 160);
        }
    }

    private void finished(RunEvent.ToolFinished finished) {
        view.outcome(Optional.of(finished.outcome()));
        html.text(" " + ReportFormat.count(finished.text().length(), "character"));
        if (!finished.took().isZero()) {
            html.text(" in " + ReportFormat.duration(finished.took()));
        }
        if (finished.label().isUntrusted() && ReportView.isOfTool(finished.outcome())) {
            html.text(" ");
            view.chip("untrusted", "untrusted content");
        }
    }

    private void seen(Label label) {
        if (label.isUntrusted()) {
            html.text(" ");
            view.chip("led", "follows untrusted content");
        }
    }

    private void pieces(ReportTimeline.Row row) {
        html.text(ReportFormat.count(row.count(), "piece"));
        if (row.characters() > 0) {
            html.text(", " + ReportFormat.count(row.characters(), "character"));
        }
        if (row.count() > 1) {
            html.text(" in "
                    + ReportFormat.duration(
                            Duration.between(row.first().at(), row.last().at())));
        }
        if (row.last() instanceof RunEvent.ToolProgress progress) {
            html.text("; the last: ");
            progress(progress);
        }
    }

    private void progress(RunEvent.ToolProgress progress) {
        if (progress.fraction() >= 0) {
            html.text(String.format(Locale.ROOT, "%.0f %% ", progress.fraction() * 100));
        }
        view.line(progress.text(), 160);
    }

    private void usage(Usage usage) {
        html.text(ReportFormat.count(usage.inputTokens(), "token") + " in, " + ReportFormat.number(usage.outputTokens())
                + " out");
    }

    private void rules(RulesDifference difference) {
        html.text("the rules were changed");
        names("added", difference.added());
        names("removed", difference.removed());
        names("changed", difference.changed());
    }

    private void names(String what, List<String> names) {
        if (!names.isEmpty()) {
            html.text("; " + what + ": ");
            view.line(names.stream().limit(MAX_NAMES).collect(Collectors.joining(", ")));
            if (names.size() > MAX_NAMES) {
                html.text(" and " + (names.size() - MAX_NAMES) + " more");
            }
        }
    }
}
