package dev.intellibrix.report;

import dev.intellibrix.provider.Usage;
import dev.intellibrix.report.HtmlWriter.Tag;
import java.util.List;

/** The head of the page: what ran, how it ended, what it took, and what the colours mean. */
final class ReportOverview {

    private static final int MAX_NAMES = 5;

    private final ReportView view;
    private final HtmlWriter html;
    private final ReportFacts facts;
    private final ReportCalls calls;

    ReportOverview(ReportView view, ReportFacts facts, ReportCalls calls) {
        this.view = view;
        this.html = view.html();
        this.facts = facts;
        this.calls = calls;
    }

    void write(int messages, long dropped) {
        html.in(Tag.HEADER, "top", () -> {
            html.in(Tag.P, "kicker", "Run report");
            html.in(Tag.H1, "", () -> {
                names(facts.models(), "no model is known");
                html.text(" ");
                view.chip(facts.css(), facts.stopReason());
            });
            html.in(Tag.DL, "facts", () -> facts(messages));
            facts.failure()
                    .ifPresent(failure -> html.in(Tag.DIV, "note bad", () -> {
                        view.label("The run failed");
                        view.block(ReportCallCards.describe(failure));
                    }));
            if (dropped > 0) {
                view.cut(ReportFormat.count(dropped, "event")
                        + " came after the collector was full and are missing here, in the calls and in the timeline");
            }
        });
    }

    private void facts(int messages) {
        fact("fact twice", facts.runIds().size() > 1 ? "Runs" : "Run", () -> names(facts.runIds(), "unknown"));
        facts.conversation().ifPresent(id -> fact("fact", "Conversation", () -> view.line(id, 80)));
        facts.start().ifPresent(start -> fact("Started", ReportFormat.time(start)));
        fact("Duration", ReportFormat.duration(facts.duration()));
        fact("Steps", ReportFormat.number(facts.steps()));
        fact("Tokens", tokens(facts.usage()));
        if (facts.subRuns() > 0) {
            fact("Sub-agents' runs", ReportFormat.number(facts.subRuns()));
            fact("Sub-agents' tokens", tokens(facts.subUsage()));
        }
        fact("Messages", ReportFormat.number(messages));
        fact("Calls", ReportFormat.number(calls.all().size()));
        fact("fact twice", "Approvals", this::approvals);
        fact(
                "Intercepted",
                ReportFormat.number(
                        calls.where(call -> !call.interceptions().isEmpty()).size()));
        fact(
                "After untrusted content",
                ReportFormat.count(calls.where(ReportCall::isLedByUntrusted).size(), "call"));
    }

    private void approvals() {
        List<ReportApproval> all =
                calls.all().stream().flatMap(call -> call.approvals().stream()).toList();
        html.text(ReportFormat.number(all.size()));
        for (String css : List.of("ok", "edit", "bad", "wait")) {
            List<ReportApproval> some =
                    all.stream().filter(approval -> approval.css().equals(css)).toList();
            if (!some.isEmpty()) {
                html.text(" ");
                view.chip(
                        css,
                        ReportFormat.number(some.size()) + " " + some.get(0).decision());
            }
        }
    }

    private static String tokens(Usage usage) {
        return usage.totalTokens() == 0
                ? "unknown"
                : ReportFormat.number(usage.inputTokens()) + " in, " + ReportFormat.number(usage.outputTokens())
                        + " out";
    }

    private void names(List<String> names, String otherwise) {
        for (int i = 0; i < names.size() && i < MAX_NAMES; i++) {
            html.text(i == 0 ? "" : ", ");
            view.line(names.get(i), 120);
        }
        if (names.isEmpty()) {
            html.text(otherwise);
        } else if (names.size() > MAX_NAMES) {
            html.text(" and " + (names.size() - MAX_NAMES) + " more");
        }
    }

    private void fact(String name, String value) {
        fact("fact", name, () -> html.text(value));
    }

    private void fact(String css, String name, Runnable value) {
        html.in(Tag.DIV, css, () -> {
            html.in(Tag.DT, "", name);
            html.in(Tag.DD, "", value);
        });
    }

    void legend() {
        view.section(
                "legend",
                "What the colours mean",
                "",
                () -> html.in(Tag.UL, "legend", () -> {
                    entry("trusted", "trusted", "written by the developer or the user, or made from nothing else");
                    entry(
                            "untrusted",
                            "untrusted content",
                            "came from outside, or was made from what did; its sources follow");
                    entry("led", "follows untrusted content", "made by the model after it had seen untrusted content");
                    entry("ok", "allowed, succeeded", "approved as it was asked, or done");
                    entry("edit", "allowed with a change", "approved with another input than the model's");
                    entry("bad", "denied, failed", "refused, or ended badly");
                    entry("stop", "intercepted", "blocked by a rule, or a call of a tool that does not exist");
                    entry("wait", "waiting", "not decided, or not ended");
                }));
    }

    private void entry(String css, String name, String meaning) {
        html.in(Tag.LI, "", () -> {
            view.chip(css, name);
            html.text(" " + meaning);
        });
    }
}
