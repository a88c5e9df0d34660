package dev.intellibrix.report;

import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.Message;
import dev.intellibrix.report.HtmlWriter.Tag;
import java.util.List;

/** The page from top to bottom. */
final class ReportPage {

    private static final HtmlStyle STYLE = HtmlStyle.load("run-report.css");

    private final List<RunEvent> events;
    private final List<Message> messages;
    private final long dropped;
    private final ReportFacts facts;
    private final ReportCalls calls;

    ReportPage(List<RunEvent> events, List<Message> messages, long dropped) {
        this.events = events;
        this.messages = messages;
        this.dropped = dropped;
        this.facts = ReportFacts.of(events);
        this.calls = ReportCalls.of(events, messages);
    }

    String html() {
        String run = facts.runIds().isEmpty() ? "" : facts.runIds().get(0);
        return HtmlWriter.page("Run report " + ReportFormat.start(run, 80), STYLE, this::body);
    }

    private void body(HtmlWriter html) {
        ReportView view = new ReportView(html);
        ReportOverview overview = new ReportOverview(view, facts, calls);
        html.in(Tag.MAIN, "", () -> {
            overview.write(messages.size(), dropped);
            contents(html);
            ReportTables tables = new ReportTables(view);
            view.section("time", "Where the time went", "", () -> new ReportLanes(view, calls).write(events));
            view.section("decisions", "Decisions", "", () -> tables.decisions(calls));
            view.section(
                    "sources",
                    "Untrusted content, and what it led to",
                    "A call that was made after untrusted content may have been made because of it.",
                    () -> tables.sources(ReportSources.of(calls, messages)));
            overview.legend();
            view.section("calls", "Calls", "", () -> new ReportCallCards(view).write(calls));
            view.section("conversation", "Conversation", "", () -> new ReportMessages(view, calls).write(messages));
            view.section("timeline", "Timeline", "", () -> new ReportTimeline(view, calls).write(events));
        });
        html.in(
                Tag.FOOTER,
                "",
                "This page holds no script and asks for nothing from elsewhere. Characters that are invisible or reorder"
                        + " text are shown as escapes such as \\u{202E}.");
    }

    private static void contents(HtmlWriter html) {
        html.in(
                Tag.NAV,
                "",
                () -> html.in(Tag.UL, "", () -> {
                    for (String name : List.of("decisions", "sources", "calls", "conversation", "timeline", "legend")) {
                        html.in(
                                Tag.LI,
                                "",
                                () -> html.in(Tag.A, HtmlAttributes.NONE.to(HtmlPlace.section(name)), name));
                    }
                }));
    }
}
