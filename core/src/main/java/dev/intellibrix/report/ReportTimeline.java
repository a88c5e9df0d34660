package dev.intellibrix.report;

import dev.intellibrix.event.RunEvent;
import dev.intellibrix.report.HtmlWriter.Tag;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** All events, one a row; the pieces of a stream and the progress of a tool that follow each other share a row. */
final class ReportTimeline {

    /** How many rows are shown. */
    static final int MAX_SHOWN = 2_000;

    private final ReportView view;
    private final HtmlWriter html;
    private final ReportCalls calls;
    private final ReportEventText text;

    ReportTimeline(ReportView view, ReportCalls calls) {
        this.view = view;
        this.html = view.html();
        this.calls = calls;
        this.text = new ReportEventText(view);
    }

    /**
     * Events that share a row.
     *
     * @param first the first of them
     * @param last the last of them
     * @param count how many there are
     * @param characters how many characters they brought together
     */
    record Row(RunEvent first, RunEvent last, int count, long characters) {

        private boolean takes(RunEvent next) {
            boolean isPiece = next instanceof RunEvent.TextDelta
                    || next instanceof RunEvent.ReasoningDelta
                    || next instanceof RunEvent.ToolProgress;
            return isPiece
                    && next.getClass() == last.getClass()
                    && next.runId().equals(last.runId())
                    && String.valueOf(ReportCalls.callId(next)).equals(String.valueOf(ReportCalls.callId(last)));
        }

        private Row with(RunEvent next) {
            return new Row(first, next, count + 1, characters + length(next));
        }

        private static Row of(RunEvent event) {
            return new Row(event, event, 1, length(event));
        }

        private static long length(RunEvent event) {
            if (event instanceof RunEvent.TextDelta delta) {
                return delta.text().length();
            }
            return event instanceof RunEvent.ReasoningDelta delta ? delta.text().length() : 0;
        }
    }

    void write(List<RunEvent> events) {
        if (events.isEmpty()) {
            html.in(Tag.P, "empty", "No events were given.");
            return;
        }
        List<Row> rows = rows(events);
        Instant start = events.get(0).at();
        html.in(Tag.TABLE, "wide timeline", () -> {
            html.in(
                    Tag.THEAD,
                    "",
                    () -> html.in(Tag.TR, "", () -> {
                        for (String name : List.of("after", "event", "call", "what")) {
                            html.in(Tag.TH, HtmlAttributes.NONE.scope("col"), name);
                        }
                    }));
            html.in(Tag.TBODY, "", () -> rows(rows, start));
        });
        if (rows.size() > MAX_SHOWN) {
            view.cut(ReportFormat.number(MAX_SHOWN) + " of " + ReportFormat.count(rows.size(), "row")
                    + " are shown, half of them from the start and half from the end");
        }
    }

    private void rows(List<Row> rows, Instant start) {
        for (int i = 0; i < rows.size(); i++) {
            if (rows.size() <= MAX_SHOWN || i < MAX_SHOWN / 2 || i >= rows.size() - MAX_SHOWN / 2) {
                row(rows.get(i), start);
            }
        }
    }

    private void row(Row row, Instant start) {
        RunEvent event = row.last();
        html.in(Tag.TR, ReportEventText.css(event), () -> {
            html.in(
                    Tag.TD,
                    HtmlAttributes.css("time").label("after"),
                    ReportFormat.offset(start, row.first().at()));
            html.in(Tag.TD, HtmlAttributes.css("type").label("event"), event.type());
            html.in(
                    Tag.TD,
                    HtmlAttributes.NONE.label("call"),
                    () -> calls.of(event).ifPresent(view::linkTo));
            html.in(Tag.TD, HtmlAttributes.css("what").label("what"), () -> {
                view.agentPath(event.source().agentPath());
                text.write(row);
            });
        });
    }

    private static List<Row> rows(List<RunEvent> events) {
        List<Row> rows = new ArrayList<>();
        for (RunEvent event : events) {
            int last = rows.size() - 1;
            if (last >= 0 && rows.get(last).takes(event)) {
                rows.set(last, rows.get(last).with(event));
            } else {
                rows.add(Row.of(event));
            }
        }
        return rows;
    }
}
