package dev.intellibrix.report;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalReason;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.report.HtmlWriter.Tag;
import java.util.List;
import java.util.Optional;

/** Shows requests for approval: why it was asked, who decided what, and what an edit changed. */
final class ReportApprovals {

    private static final int MAX_REASONS = 20;

    private final ReportView view;
    private final HtmlWriter html;
    private final ReportInput input;

    ReportApprovals(ReportView view) {
        this.view = view;
        this.html = view.html();
        this.input = new ReportInput(view);
    }

    /** One request as a part of the card of its call. */
    void write(ReportApproval approval, ReportCall call) {
        html.in(Tag.DIV, "note approval " + approval.css(), () -> {
            html.in(Tag.P, "", () -> {
                view.chip(approval.css(), approval.decision());
                html.text(" by " + approval.decider());
                approval.resolved().ifPresent(resolved -> {
                    html.text(", after " + ReportFormat.duration(resolved.waited()));
                    if (!resolved.code().isEmpty()) {
                        html.text(", code ");
                        view.code(resolved.code());
                    }
                });
            });
            facts(approval, call);
            approval.resolved()
                    .flatMap(RunEvent.ApprovalResolved::editedInputJson)
                    .ifPresent(edited -> {
                        view.label("What was changed; the changed input is the one that may run");
                        input.writeBoth(approval.request().inputJson(), edited);
                    });
        });
    }

    private void facts(ReportApproval approval, ReportCall call) {
        html.in(Tag.DL, "pairs", () -> {
            html.in(Tag.DT, "", "Why asked");
            html.in(Tag.DD, "", () -> reasons(approval.request().reasons()));
            approval.resolved()
                    .map(RunEvent.ApprovalResolved::decision)
                    .filter(ApprovalDecision.Deny.class::isInstance)
                    .ifPresent(deny -> {
                        html.in(Tag.DT, "", "Why denied");
                        html.in(Tag.DD, "", () -> view.block(((ApprovalDecision.Deny) deny).reason()));
                    });
            if (!call.label().equals(Optional.of(approval.request().label()))) {
                html.in(Tag.DT, "", "Trust shown");
                html.in(Tag.DD, "", () -> view.ledBy(approval.request().label()));
            }
            html.in(Tag.DT, "", "Category");
            html.in(Tag.DD, "", ReportFormat.words(approval.request().category().name()));
            if (!approval.request().digest().isEmpty()) {
                html.in(Tag.DT, "", "Digest");
                html.in(Tag.DD, "", () -> view.code(approval.request().digest()));
            }
        });
    }

    /** The reasons to ask, one below the other. */
    void reasons(List<ApprovalReason> reasons) {
        if (reasons.isEmpty()) {
            html.in(Tag.SPAN, "muted", "(no reason was given)");
            return;
        }
        html.in(
                Tag.UL,
                "plain",
                () -> reasons.stream()
                        .limit(MAX_REASONS)
                        .forEach(reason -> html.in(Tag.LI, "", () -> {
                            html.in(
                                            Tag.SPAN,
                                            "type",
                                            ReportFormat.words(reason.kind().name()))
                                    .text(" ");
                            view.line(reason.text());
                        })));
        if (reasons.size() > MAX_REASONS) {
            view.cut(MAX_REASONS + " of " + ReportFormat.count(reasons.size(), "reason") + " are shown");
        }
    }
}
