package dev.intellibrix.report;

import dev.intellibrix.event.RunEvent;
import dev.intellibrix.report.HtmlWriter.Tag;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Where the time went, as a picture: one lane each for the model, for the people who approve, and for the tools. */
final class ReportLanes {

    private static final int MAX_BOXES = 1_000;
    private static final double MIN_WIDTH = 0.4;

    private final ReportView view;
    private final HtmlWriter html;
    private final ReportCalls calls;
    private final Map<String, Instant> asking = new HashMap<>();
    private final List<Box> model = new ArrayList<>();
    private final List<Box> approval = new ArrayList<>();
    private final List<Box> tools = new ArrayList<>();
    private Instant start = Instant.EPOCH;
    private Duration all = Duration.ZERO;

    ReportLanes(ReportView view, ReportCalls calls) {
        this.view = view;
        this.html = view.html();
        this.calls = calls;
    }

    private record Box(Instant from, Duration took, String what) {}

    void write(List<RunEvent> events) {
        events.forEach(this::take);
        if (events.isEmpty()) {
            return;
        }
        start = events.get(0).at();
        all = Duration.between(start, events.get(events.size() - 1).at());
        if (all.toMillis() <= 0) {
            return; // A clock that stands still, as in tests: there is nothing to draw.
        }
        html.in(Tag.DIV, "lanes", () -> {
            lane("model", "Model", "answer", model);
            lane("approval", "Approvals", "request", approval);
            lane("tools", "Tools", "call", tools);
            html.in(Tag.P, "scale", () -> {
                html.in(Tag.SPAN, "", "0 s");
                html.in(Tag.SPAN, "", ReportFormat.duration(all));
            });
        });
    }

    private void take(RunEvent event) {
        if (startsAsking(event)) {
            asking.put(event.runId(), event.at());
        } else if (event instanceof RunEvent.ApprovalResolved resolved) {
            add(approval, resolved, resolved.waited(), "approval of ");
        } else if (event instanceof RunEvent.ToolFinished finished
                && !finished.took().isZero()) {
            add(tools, finished, finished.took(), "");
        }
        if (endsAsking(event)) {
            Instant since = asking.remove(event.runId());
            if (since != null) {
                model.add(new Box(since, Duration.between(since, event.at()), "the model"));
            }
        }
    }

    private static boolean startsAsking(RunEvent event) {
        return event instanceof RunEvent.StepStarted || event instanceof RunEvent.ModelCallStarted;
    }

    /** The first thing that happens after the model has answered. */
    private static boolean endsAsking(RunEvent event) {
        return !(startsAsking(event)
                || event instanceof RunEvent.TextDelta
                || event instanceof RunEvent.ReasoningDelta);
    }

    private void add(List<Box> lane, RunEvent event, Duration took, String before) {
        String name = calls.of(event)
                .map(call -> "call " + call.number() + " " + ReportFormat.start(call.toolName(), 60))
                .orElse("a call");
        lane.add(new Box(event.at().minus(took), took, before + name));
    }

    private void lane(String css, String name, String noun, List<Box> boxes) {
        Duration sum = boxes.stream().map(Box::took).reduce(Duration.ZERO, Duration::plus);
        String total =
                boxes.isEmpty() ? "none" : ReportFormat.duration(sum) + " in " + ReportFormat.count(boxes.size(), noun);
        html.in(Tag.DIV, "lane", () -> {
            html.in(Tag.SPAN, "name", () -> {
                html.text(name + " ");
                html.in(Tag.SPAN, "muted", total);
            });
            html.in(
                    Tag.SVG,
                    HtmlAttributes.css(css).picture(name + ": " + total),
                    () -> boxes.stream().limit(MAX_BOXES).forEach(this::box));
        });
        if (boxes.size() > MAX_BOXES) {
            view.cut("the first " + ReportFormat.count(MAX_BOXES, noun) + " are drawn");
        }
    }

    private void box(Box box) {
        double width = Math.max(MIN_WIDTH, Math.min(100, percent(box.took())));
        double from = Math.min(100 - width, Math.max(0, percent(Duration.between(start, box.from()))));
        html.in(
                Tag.RECT,
                HtmlAttributes.NONE.box(from, width),
                () -> html.in(Tag.TITLE, "", box.what() + ": " + ReportFormat.duration(box.took())));
    }

    private double percent(Duration part) {
        return 100.0 * part.toMillis() / all.toMillis();
    }
}
