package dev.intellibrix.report;

import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.Label;
import dev.intellibrix.report.HtmlWriter.Tag;

/** A card for each call: what the model asked for, what was said to that, what ran, and what came of it. */
final class ReportCallCards {

    private static final int MAX_CAUSES = 5;

    private final ReportView view;
    private final HtmlWriter html;
    private final ReportInput input;
    private final ReportApprovals approvals;

    ReportCallCards(ReportView view) {
        this.view = view;
        this.html = view.html();
        this.input = new ReportInput(view);
        this.approvals = new ReportApprovals(view);
    }

    void write(ReportCalls calls) {
        if (calls.all().isEmpty()) {
            html.in(Tag.P, "empty", "The model called no tool.");
        }
        calls.shown().forEach(this::card);
        int more = calls.all().size() - calls.shown().size();
        if (more > 0) {
            view.cut("the first " + ReportFormat.count(calls.shown().size(), "call") + " of "
                    + ReportFormat.number(calls.all().size()) + " are shown");
        }
    }

    private void card(ReportCall call) {
        String css = "card" + (call.isLedByUntrusted() ? " led" : "");
        html.in(Tag.ARTICLE, HtmlAttributes.css(css).at(call.place()), () -> {
            head(call);
            call.arguments().ifPresent(arguments -> {
                view.label("Input, as the model wrote it");
                input.write(arguments);
            });
            call.interceptions().forEach(this::interception);
            call.approvals().forEach(approval -> approvals.write(approval, call));
            ran(call);
            result(call);
        });
    }

    private void head(ReportCall call) {
        html.in(Tag.HEADER, "", () -> {
            html.in(Tag.H3, "", () -> {
                html.in(Tag.SPAN, "number", String.valueOf(call.number())).text(" ");
                view.code(call.toolName());
            });
            view.outcome(call.outcome());
            call.took().ifPresent(took -> html.in(Tag.SPAN, "muted", "ran for " + ReportFormat.duration(took)));
            view.agentPath(call.agentPath());
            if (call.isRepaired()) {
                view.chip("off", "syntax mended by the provider");
            }
            madeIn(call);
        });
        call.label().ifPresent(label -> html.in(Tag.P, "trustline", () -> view.ledBy(label)));
    }

    private void madeIn(ReportCall call) {
        if (call.message() > 0 && call.message() <= ReportMessages.MAX_SHOWN) {
            html.in(
                    Tag.A,
                    HtmlAttributes.css("back").to(HtmlPlace.message(call.message())),
                    "made in message " + call.message());
        }
    }

    private void interception(RunEvent.ToolIntercepted intercepted) {
        html.in(Tag.DIV, "note stop", () -> {
            html.in(Tag.P, "", () -> {
                view.chip("stop", "intercepted");
                html.text(" by the rule ");
                view.code(intercepted.rule());
            });
            view.block(intercepted.message());
        });
    }

    /** What ran, where it is neither what the model asked for nor what a person put in its place. */
    private void ran(ReportCall call) {
        call.ran()
                .filter(json -> call.approvals().stream()
                        .flatMap(approval -> approval.resolved().stream())
                        .flatMap(resolved -> resolved.editedInputJson().stream())
                        .noneMatch(json::equals))
                .filter(json -> call.arguments()
                        .map(asked -> !asked.isBlank() && !ReportInput.isSame(asked, json))
                        .orElse(true))
                .ifPresent(json -> {
                    view.label("Input that ran");
                    input.write(json);
                });
    }

    private void result(ReportCall call) {
        call.resultText().ifPresent(text -> {
            boolean isOfTool = call.outcome().map(ReportView::isOfTool).orElse(true);
            boolean isUntrusted = call.resultLabel().map(Label::isUntrusted).orElse(false);
            html.in(Tag.DIV, !isUntrusted ? "result" : isOfTool ? "result untrusted" : "result led", () -> {
                view.label("Result, as the model reads it");
                if (isOfTool) {
                    call.resultLabel().ifPresent(label -> html.in(Tag.P, "trustline", () -> view.trust(label)));
                }
                view.block(text);
                call.media().forEach(view::media);
            });
        });
        call.failure().ifPresent(this::failure);
    }

    private void failure(Throwable thrown) {
        html.in(Tag.DIV, "note bad", () -> {
            view.label("What the tool threw; the model does not see it");
            view.block(describe(thrown));
        });
    }

    /** An exception and its causes. */
    static String describe(Throwable thrown) {
        StringBuilder text = new StringBuilder(String.valueOf(thrown));
        Throwable cause = thrown.getCause();
        for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
            text.append("\nbecause of ").append(cause);
            cause = cause.getCause();
        }
        return cause == null
                ? text.toString()
                : text.append("\nbecause of more").toString();
    }
}
