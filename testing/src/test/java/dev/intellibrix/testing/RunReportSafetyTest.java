package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.report.RunReport;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a report never does, whatever the run holds: it makes no markup of text, it makes no endless page, and it leaves no half of a file. */
class RunReportSafetyTest {

    /** Text that is markup, closes markup, hides, or reorders; one line, and shorter than what is folded. */
    static final String HOSTILE =
            " </script><script>document.title='pwned'</script>\" onload='x' `x` <img src=x onerror=alert(1)>"
                    + "</pre></details><style>*{display:none}</style>\u202Egnp\u202C\u200B\u0000\u001B[2J&lt;<!--";

    private static final Instant START = Instant.parse("2026-11-30T10:00:00Z");

    private static final RunEvent.Source TOP = new RunEvent.Source("run-1", List.of(), START);

    @TempDir
    Path folder;

    private static Message modelSays(String text) {
        return Message.assistant(List.of(TextPart.of(text, Label.TRUSTED)));
    }

    @Test
    void hostileContentAddsNoElementAndNoAttribute() {
        String benign = HOSTILE.chars().mapToObj(c -> "x").collect(Collectors.joining());
        Document calm =
                ReportPages.harmless(ReportedRun.with(text -> text + benign).html());
        Document attacked =
                ReportPages.harmless(ReportedRun.with(text -> text + HOSTILE).html());

        assertThat(ReportPages.shape(attacked)).isEqualTo(ReportPages.shape(calm));
        assertThat(attacked.text())
                .contains(
                        "</script><script>document.title='pwned'</script>\" onload='x' `x` <img src=x onerror=alert(1)>")
                .contains("\\u{202E}gnp\\u{202C}\\u{200B}\\u{0000}\\u{001B}[2J&lt;<!--");
        assertThat(attacked.title()).doesNotContain("pwned");
    }

    @Test
    void noTextOfAnyKindBecomesMarkup() {
        long seed = 20_261_130;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 150; i++) {
            try {
                ReportPages.harmless(randomReport(random).html());
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ", report " + i, e);
            }
        }
    }

    private static RunReport randomReport(SplittableRandom random) {
        String[] words = Stream.generate(() -> randomText(random)).limit(12).toArray(String[]::new);
        Label label = random.nextBoolean()
                ? Label.untrusted(Origin.of(Origin.Kind.OTHER, words[0]))
                : Label.trusted(Origin.of(Origin.Kind.STORE, words[1]));
        ToolCallPart call = new ToolCallPart(words[2], words[3], words[4], true, null, label);
        RunEvent.Source source = new RunEvent.Source(words[5], List.of(words[6]), START);
        return RunReport.of(
                List.of(
                        new RunEvent.RunStarted(TOP, words[7], words[8], List.of()),
                        new RunEvent.ToolRequested(TOP, words[2], words[3], words[4], true, label),
                        new RunEvent.ToolIntercepted(source, words[2], words[9], words[10], words[11]),
                        new RunEvent.ToolProgress(source, words[2], words[3], words[1], random.nextDouble()),
                        new RunEvent.RunFailed(TOP, new IllegalStateException(words[0]))),
                List.of(
                        Message.user(words[1]).relabelled(label),
                        Message.assistant(List.of(call)),
                        Message.toolResults(List.of(ToolResultPart.of(call, ToolOutcome.UNKNOWN, words[3])))));
    }

    private static String randomText(SplittableRandom random) {
        String[] pieces = {
            "<",
            ">",
            "\"",
            "'",
            "&",
            "/",
            "=",
            "`",
            "-->",
            "<!--",
            "]]>",
            "</pre>",
            "<svg onload=a>",
            "</title>",
            "</style>",
            "<a href=javascript:1>",
            "\n",
            "\r",
            "\t",
            "\u0000",
            "\uFFFE",
            "\u2028",
            "\u202E",
            "\u00AD",
            "\uDC00",
            "\uD83D",
            "\uD83D\uDE00",
            "{\"a\":[\"<b>\"]}",
            "#",
            "x",
            " ",
            "plain words ",
            "\u05D0\u05D1",
            "%s",
            "${x}",
            "\\"
        };
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(40);
        for (int i = 0; i < length; i++) {
            text.append(pieces[random.nextInt(pieces.length)]);
        }
        return text.toString().repeat(random.nextInt(10) == 0 ? 40 : 1);
    }

    @Test
    void thePolicyAllowsTheOneStyleSheetAndNothingElse() throws Exception {
        Document page = ReportPages.harmless(ReportedRun.plain().html());
        String css = page.selectFirst("style").data();
        String hash = Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("SHA-256").digest(css.getBytes(StandardCharsets.UTF_8)));

        assertThat(page.selectFirst("meta[http-equiv]").attr("content"))
                .isEqualTo("default-src 'none'; style-src 'sha256-" + hash + "'; base-uri 'none'; form-action 'none'");
        assertThat(css).doesNotContain("url(", "@import", "expression", "//");
        assertThat(css).contains("prefers-color-scheme: dark", "@media print", "@media (max-width");
    }

    @Test
    void longTextsAreFoldedAndVeryLongOnesAreCut() {
        Document page = ReportPages.harmless(RunReport.of(
                        List.of(), List.of(Message.user("a".repeat(5_000)), modelSays("<b>".repeat(400_000))))
                .html());

        assertThat(page.select("#message-1 summary").text()).isEqualTo("4,200 more characters");
        assertThat(page.select("#message-1 pre").text().replace(" ", "")).hasSize(5_000);
        assertThat(page.select("#message-1 .cut")).isEmpty();
        assertThat(page.select("#message-2 .cut").text()).isEqualTo("Cut: 20,000 of 1,200,000 characters are shown.");
    }

    @Test
    void aHugeRunMakesAPageOfABoundedSizeThatSaysWhatIsMissing() {
        List<RunEvent> events = new ArrayList<>();
        List<Message> messages = new ArrayList<>();
        String text = "&".repeat(30_000);
        for (int i = 0; i < 3_000; i++) {
            ToolCallPart call = new ToolCallPart("call" + i, "tool", text, false, null, Label.TRUSTED);
            events.add(new RunEvent.ToolRequested(TOP, call.id(), "tool", text, false, Label.TRUSTED));
            events.add(new RunEvent.ToolIntercepted(TOP, call.id(), "tool", "rule", text));
            messages.add(Message.assistant(List.of(call)));
        }
        String html = RunReport.of(events, messages).html();
        Document page = ReportPages.harmless(html);

        assertThat(html.length()).isLessThan(60_000_000);
        assertThat(page.select("article.card")).hasSize(1_000);
        assertThat(page.select("article.message")).hasSize(1_000);
        assertThat(page.select("td.type")).hasSize(2_000);
        assertThat(page.select("section > .cut").eachText())
                .contains(
                        "Cut: the first 1,000 calls of 3,000 are shown.",
                        "Cut: the first 1,000 messages of 3,000 are shown.",
                        "Cut: the first 500 of 3,000 calls are in the table.",
                        "Cut: 2,000 of 6,000 rows are shown, half of them from the start and half from the end.");
    }

    @Test
    void writingReplacesTheFileInOneStepAndLeavesNoLitter() throws Exception {
        Path file = Files.writeString(folder.resolve("run.html"), "old");
        RunReport report = RunReport.of(List.of(), List.of(Message.user("gr\u00fc\u00dfe \u20ac")));
        report.writeTo(file);

        assertThat(Files.readString(file)).isEqualTo(report.html()).contains("gr\u00fc\u00dfe \u20ac");
        assertThat(folder).isDirectoryContaining(path -> path.equals(file)).isDirectoryNotContaining("glob:**.tmp");
        Assumptions.assumeTrue(
                FileSystems.getDefault().supportedFileAttributeViews().contains("posix"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void aFileThatCanNotBeWrittenIsAsItWas() throws Exception {
        Path full = Files.createDirectory(folder.resolve("full"));
        Path inside = Files.writeString(full.resolve("kept.txt"), "kept");
        RunReport report = RunReport.of(List.of(), List.of());

        assertThatThrownBy(() -> report.writeTo(full)).isInstanceOf(java.io.IOException.class);
        assertThatThrownBy(() -> report.writeTo(folder.resolve("missing/run.html")))
                .isInstanceOf(java.io.IOException.class);
        assertThatThrownBy(() -> report.writeTo(Path.of("/"))).isInstanceOf(IllegalArgumentException.class);
        assertThat(inside).hasContent("kept");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).containsExactly(full);
        }
    }

    @Test
    void aFullCollectorKeepsTheEndAndTheReportSaysWhatIsMissing() {
        RunReport.Collector collector = RunReport.collector(10);
        for (int i = 0; i < 30; i++) {
            collector.on(new RunEvent.TextDelta(TOP, "piece"));
        }
        assertThat(collector.events()).hasSize(5);
        for (int i = 1; i <= 20; i++) {
            collector.on(new RunEvent.StepStarted(TOP, i));
        }
        collector.on(new RunEvent.RunFinished(TOP, "ANSWERED", "done"));

        assertThat(collector.events()).hasSize(11).last().isInstanceOf(RunEvent.RunFinished.class);
        assertThat(collector.dropped()).isEqualTo(40);
        Document page = ReportPages.harmless(collector.report(List.of()).html());
        assertThat(page.selectFirst(".top .cut").text()).startsWith("Cut: 40 events");
        assertThat(page.selectFirst("h1 .chip").text()).isEqualTo("answered");
        assertThatThrownBy(() -> RunReport.collector(0)).hasMessageContaining("maxEvents");
    }

    @Test
    void aCollectorKeepsNoMoreTextThanItSays() {
        RunReport.Collector collector = RunReport.collector();
        String megabyte = "a".repeat(1_000_000);
        for (int i = 0; i < 100; i++) {
            collector.on(new RunEvent.ToolRequested(TOP, "c" + i, "t", megabyte, false, Label.TRUSTED));
        }

        assertThat(collector.events()).hasSize(64);
        assertThat(collector.dropped()).isEqualTo(36);
    }
}
