package dev.intellibrix.report;

import dev.intellibrix.event.RunEvent;
import dev.intellibrix.report.HtmlWriter.Tag;
import java.util.List;

/** The two tables that a reviewer looks at first: what was decided, and where untrusted content came from. */
final class ReportTables {

    private static final int MAX_ROWS = 500;
    private static final int MAX_LINKS = 40;

    private final ReportView view;
    private final HtmlWriter html;
    private final ReportApprovals approvals;

    ReportTables(ReportView view) {
        this.view = view;
        this.html = view.html();
        this.approvals = new ReportApprovals(view);
    }

    void decisions(ReportCalls calls) {
        List<ReportCall> decided = calls.where(
                call -> !call.approvals().isEmpty() || !call.interceptions().isEmpty());
        if (decided.isEmpty()) {
            html.in(Tag.P, "empty", "No call was asked about, and none was intercepted.");
            return;
        }
        table(
                List.of("call", "decision", "by", "why asked", "took"),
                () -> decided.stream().limit(MAX_ROWS).forEach(call -> {
                    call.interceptions().forEach(intercepted -> intercepted(call, intercepted));
                    call.approvals().forEach(approval -> approval(call, approval));
                }));
        cutRows(decided.size(), "call");
    }

    private void intercepted(ReportCall call, RunEvent.ToolIntercepted intercepted) {
        html.in(Tag.TR, "stop", () -> {
            cell("call", () -> view.linkTo(call));
            cell("decision", () -> view.chip("stop", "intercepted"));
            cell("by", () -> {
                html.text("the rule ");
                view.code(intercepted.rule());
            });
            cell("why asked", () -> html.in(Tag.SPAN, "muted", "nobody was asked"));
            cell("took", () -> {});
        });
    }

    private void approval(ReportCall call, ReportApproval approval) {
        html.in(Tag.TR, approval.request().label().isUntrusted() ? "led" : "", () -> {
            cell("call", () -> view.linkTo(call));
            cell("decision", () -> view.chip(approval.css(), approval.decision()));
            cell("by", () -> html.text(approval.decider()));
            cell("why asked", () -> approvals.reasons(approval.request().reasons()));
            cell(
                    "took",
                    () -> approval.resolved()
                            .ifPresent(resolved -> html.text(ReportFormat.duration(resolved.waited()))));
        });
    }

    void sources(ReportSources sources) {
        if (sources.all().isEmpty()) {
            html.in(Tag.P, "empty", "No untrusted content came in.");
            return;
        }
        table(
                List.of("source", "came in with", "calls made after it"),
                () -> sources.all().stream().limit(MAX_ROWS).forEach(this::source));
        cutRows(sources.all().size(), "source");
    }

    private void source(ReportSources.Source source) {
        html.in(Tag.TR, "", () -> {
            cell("source", () -> view.origin(source.origin()));
            cell("came in with", () -> entry(source));
            cell("calls made after it", () -> {
                if (source.led().isEmpty()) {
                    html.in(Tag.SPAN, "muted", "none");
                }
                source.led().stream().limit(MAX_LINKS).forEach(view::linkTo);
                if (source.led().size() > MAX_LINKS) {
                    html.in(Tag.SPAN, "muted", "and " + (source.led().size() - MAX_LINKS) + " more");
                }
            });
        });
    }

    private void entry(ReportSources.Source source) {
        ReportCall call = source.call();
        if (call != null) {
            html.text("the result of ");
            view.linkTo(call);
        } else if (source.message() > ReportMessages.MAX_SHOWN) {
            html.text("message " + source.message());
        } else if (source.message() > 0) {
            html.in(Tag.A, HtmlAttributes.NONE.to(HtmlPlace.message(source.message())), "message " + source.message());
        } else {
            html.text("what was there before the first call");
        }
    }

    private void table(List<String> columns, Runnable rows) {
        html.in(Tag.TABLE, "wide", () -> {
            html.in(
                    Tag.THEAD,
                    "",
                    () -> html.in(
                            Tag.TR,
                            "",
                            () -> columns.forEach(name -> html.in(Tag.TH, HtmlAttributes.NONE.scope("col"), name))));
            html.in(Tag.TBODY, "", rows);
        });
    }

    private void cell(String column, Runnable content) {
        html.in(Tag.TD, HtmlAttributes.NONE.label(column), content);
    }

    private void cutRows(int size, String noun) {
        if (size > MAX_ROWS) {
            view.cut("the first " + MAX_ROWS + " of " + ReportFormat.count(size, noun) + " are in the table");
        }
    }
}
