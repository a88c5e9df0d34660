package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.RunResult;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.report.RunReport;
import dev.intellibrix.tool.Tool;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

/** The page that shows a run, made of runs of the real loop. */
class RunReportTest {

    private static final Instant START = Instant.parse("2026-11-30T10:00:00Z");

    private static final RunEvent.Source TOP = new RunEvent.Source("run-1", List.of(), START);

    private static Document plain() {
        return ReportPages.harmless(ReportedRun.plain().html());
    }

    /** The card of a call by the name of its tool; of several calls, the first that holds the text. */
    private static Element card(Document page, String tool, String text) {
        return page.select("article.card").stream()
                .filter(card -> card.selectFirst("h3 code").text().equals(tool)
                        && card.text().contains(text))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no call of " + tool + " with " + text));
    }

    @Test
    void theHeadSaysWhatRanAndHowItEnded() {
        Document page = plain();

        assertThat(page.title()).startsWith("Run report ");
        assertThat(page.selectFirst("h1").text()).contains("demo-model-1").contains("answered");
        Map<String, String> facts = page.select(".fact").stream()
                .collect(Collectors.toMap(
                        fact -> fact.selectFirst("dt").text(),
                        fact -> fact.selectFirst("dd").text()));
        assertThat(facts)
                .containsEntry("Steps", "6")
                .containsEntry("Tokens", "12,916 in, 469 out")
                .containsEntry("Calls", "11")
                .containsEntry("Intercepted", "2")
                .containsEntry("After untrusted content", "8 calls")
                .containsEntry("Approvals", "3 1 allowed 1 allowed with a change 1 denied");
        assertThat(facts.get("Started")).endsWith(" UTC");
        assertThat(page.select(".legend .chip").eachText()).contains("untrusted content", "intercepted");
    }

    @Test
    void everyEventIsInTheTimeline() {
        RunReport.Collector collector = RunReport.collector();
        RunResult run = new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(MockTurn.call("nothing", Map.of()), MockTurn.text("done")))
                        .onRunEvent(collector)
                        .build())
                .ask("go");
        Document page = ReportPages.harmless(collector.report(run.messages()).html());

        assertThat(page.select("td.type").eachText())
                .containsExactlyElementsOf(
                        collector.events().stream().map(RunEvent::type).toList())
                .startsWith("run:started")
                .endsWith("run:finished");
    }

    @Test
    void anApprovalSaysWhyItWasAskedWhoDecidedAndHowLongItTook() {
        Document page = plain();
        Element approval = card(page, "write_file", "greeting.txt").selectFirst(".approval");

        assertThat(approval.selectFirst(".chip").text()).isEqualTo("allowed");
        assertThat(approval.selectFirst("p").text())
                .matches("allowed by the approval hook, after (under )?[0-9.]+ m?s");
        assertThat(approval.select("li").eachText())
                .containsExactly("tool write_file needs approval", "trust it follows untrusted content");
        assertThat(card(page, "write_file", "greeting.txt")
                        .select(".card > .trustline .origin")
                        .eachText())
                .containsExactly("file README.md", "url https://style.example.org/tone");
        assertThat(page.select("#decisions tbody tr")).hasSize(5);
    }

    @Test
    void anEditShowsBothInputsAndWhatIsDifferent() {
        Element card = card(plain(), "write_file", "docs/notes.md");
        Element both = card.selectFirst("table.both");

        assertThat(both.select("td.was").eachText()).contains("notes.md", "Greets everybody.");
        assertThat(both.select("td.is").eachText()).contains("docs/notes.md", "Greets by name.");
        assertThat(both.select("tr.changed")).hasSize(2);
        assertThat(card.selectFirst(".approval").hasClass("edit")).isTrue();
        assertThat(card.text())
                .contains("a person changed the input of this call")
                .doesNotContain("Input that ran");
    }

    @Test
    void aDenialAndAnInterceptionSayWhy() {
        Document page = plain();
        Element denied = card(page, "shell", "git push");
        Element intercepted = card(page, "shell", "rm -rf");

        assertThat(denied.selectFirst(".approval").text())
                .contains("Not before the review")
                .contains("Which branch does this go to?")
                .contains("code denied");
        assertThat(denied.selectFirst("header .chip").text()).isEqualTo("denied");
        assertThat(intercepted.selectFirst(".note.stop").text()).contains("by the rule no-rm", "use the trash folder");
        assertThat(intercepted.select(".approval")).isEmpty();
        assertThat(card(page, "exec", "").selectFirst(".note.stop").text()).contains("unknown-tool");
    }

    @Test
    void untrustedContentAndWhatItLedToStandOut() {
        Document page = plain();

        Element first = card(page, "note", "read, edit, publish");
        assertThat(first.hasClass("led")).isFalse();
        assertThat(first.select(".untrusted, .led")).isEmpty();
        assertThat(card(page, "read_file", "").hasClass("led")).isFalse();
        assertThat(card(page, "read_file", "").selectFirst(".result").hasClass("untrusted"))
                .isTrue();
        assertThat(card(page, "shell", "git push").hasClass("led")).isTrue();
        assertThat(card(page, "shell", "git push").selectFirst(".result").className())
                .as("what the SDK says about a call")
                .isEqualTo("result led");
        Element source = page.select("#sources tbody tr").first();
        assertThat(source.select("td").get(0).text()).isEqualTo("file README.md");
        assertThat(source.select("td").get(1).text()).isEqualTo("the result of 2 read_file");
        assertThat(source.select("td").get(2).select("a").eachAttr("href"))
                .startsWith("#call-4")
                .hasSize(8);
        assertThat(page.select("#conversation > .message.led")).isNotEmpty();
        assertThat(page.select("#conversation > .message.untrusted")).isNotEmpty();
        assertThat(page.select("#conversation > .message.user.untrusted")).isEmpty();
    }

    @Test
    void whatAToolThrewIsShownWithItsCause() {
        assertThat(card(plain(), "convert", "").selectFirst(".note.bad").text())
                .contains("no converter for bmp")
                .contains("because of java.lang.IllegalArgumentException: unknown format 0x42");
    }

    @Test
    void mediaAreNamedAndNeverEmbedded() {
        String html = ReportedRun.plain().html();
        Document page = ReportPages.harmless(html);

        assertThat(card(page, "look", "").select(".media").eachText())
                .containsExactly(
                        "media image/png, 35 bytes, named logo.png",
                        "media image/svg+xml, by its address https://img.example.org/a.svg");
        assertThat(html)
                .doesNotContain(Base64.getEncoder().encodeToString(ReportedRun.IMAGE.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aRunThatWaitsForADecisionAndOneThatFailedSaySo() {
        Tool gated = Tool.define("gated", "{\"type\":\"object\"}")
                .description("Gated")
                .needsApproval()
                .execute((input, context) -> "ran");
        RunReport.Collector collector = RunReport.collector();
        RunResult run = new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(MockTurn.call("gated", Map.of())))
                        .tools(gated)
                        .onToolApproval(call -> ApprovalDecision.defer())
                        .onRunEvent(collector)
                        .build())
                .ask("go");
        Document waiting = ReportPages.harmless(collector.report(run.messages()).html());

        assertThat(waiting.selectFirst("h1 .chip").text()).isEqualTo("awaiting approval");
        assertThat(waiting.selectFirst(".card header .chip").text()).isEqualTo("no result");
        assertThat(waiting.selectFirst(".approval .chip").text()).isEqualTo("deferred");

        RunReport.Collector failing = RunReport.collector();
        assertThatThrownBy(() -> new Intelligence(IntelligenceOptions.builder()
                                .provider(MockProvider.of(MockTurn.failure(new IllegalStateException("no network"))))
                                .onRunEvent(failing)
                                .build())
                        .ask("go"))
                .hasMessageContaining("no network");
        Document failed = ReportPages.harmless(failing.report(List.of()).html());

        assertThat(failed.selectFirst("h1 .chip").text()).isEqualTo("failed");
        assertThat(failed.selectFirst(".top .note.bad").text()).contains("no network");
    }

    @Test
    void callsOfEarlierTurnsAndOfSubAgentsAreShownAsWell() {
        ToolCallPart earlier = new ToolCallPart("old", "earlier", "{}", false, null, Label.TRUSTED);
        RunEvent.Source child = new RunEvent.Source("run-2", List.of("helper"), START.plusSeconds(2));
        Document page = ReportPages.harmless(RunReport.of(
                        List.of(
                                new RunEvent.RunStarted(TOP, "talk", "model", List.of()),
                                new RunEvent.ToolRequested(child, "new", "inner", "{}", false, Label.TRUSTED),
                                new RunEvent.ToolStarted(child, "new", "inner", "{}"),
                                new RunEvent.ToolFinished(
                                        child,
                                        "new",
                                        "inner",
                                        ToolOutcome.SUCCEEDED,
                                        "fine",
                                        Label.TRUSTED,
                                        Optional.empty(),
                                        Duration.ofSeconds(1))),
                        List.of(
                                Message.assistant(List.of(earlier)),
                                Message.toolResults(
                                        List.of(ToolResultPart.of(earlier, ToolOutcome.SUCCEEDED, "was fine")))))
                .html());

        assertThat(page.select("article.card h3").eachText()).containsExactly("1 earlier", "2 inner");
        assertThat(card(page, "earlier", "").text()).contains("was fine");
        assertThat(card(page, "inner", "").selectFirst(".agent").text()).isEqualTo("sub-agent helper");
        assertThat(page.select("svg.tools rect").first().attr("x")).isEqualTo("50.00%");
        assertThat(page.selectFirst("svg.tools title").text()).isEqualTo("call 2 inner: 1.0 s");
    }

    @Test
    void nothingAtAllIsAPageToo() {
        Document page = ReportPages.harmless(RunReport.of(List.of(), List.of()).html());

        assertThat(page.select(".empty").eachText())
                .contains("The model called no tool.", "No messages were given.", "No events were given.");
    }

    @Test
    void theSameRunGivesTheSamePage() {
        RunReport report = ReportedRun.plain();

        assertThat(report.html()).isEqualTo(report.html());
    }
}
