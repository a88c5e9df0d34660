package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a run in a real browser. */
@Tag("thorough")
class RunReportBrowserTest {

    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");

    @TempDir
    Path folder;

    @BeforeEach
    void needsTheBrowser() {
        Assumptions.assumeTrue(Files.isExecutable(CHROMIUM), "there is no " + CHROMIUM);
    }

    private Path page(String added) throws Exception {
        Path file = folder.resolve("run.html");
        ReportedRun.with(text -> text + added).writeTo(file);
        return file;
    }

    /** What the browser prints when it is started with the page and these options. */
    private String open(Path page, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                CHROMIUM.toString(),
                "--headless",
                "--no-sandbox", // The browser refuses to start with one as root, as CI runs; the page is our own.
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--host-resolver-rules=MAP * ~NOTFOUND",
                "--user-data-dir=" + Files.createTempDirectory(folder, "profile")));
        command.addAll(Arrays.asList(options));
        command.add(page.toUri().toString());
        Path out = Files.createTempFile(folder, "out", ".txt");
        Process browser = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(browser.waitFor(120, TimeUnit.SECONDS))
                    .as("the browser ended")
                    .isTrue();
        } finally {
            browser.descendants().forEach(ProcessHandle::destroyForcibly);
            browser.destroyForcibly().waitFor();
        }
        return Files.readString(out);
    }

    private BufferedImage screenshot(Path page, String... options) throws Exception {
        Path picture = folder.resolve("page.png");
        List<String> all =
                new ArrayList<>(List.of("--screenshot=" + picture, "--window-size=1200,6000", "--hide-scrollbars"));
        all.addAll(Arrays.asList(options));
        open(page, all.toArray(String[]::new));
        return ImageIO.read(picture.toFile());
    }

    private static Set<Integer> colours(BufferedImage picture) {
        Set<Integer> colours = new HashSet<>();
        for (int y = 0; y < picture.getHeight(); y++) {
            for (int x = 0; x < picture.getWidth(); x++) {
                colours.add(picture.getRGB(x, y) & 0xffffff);
            }
        }
        return colours;
    }

    @Test
    void hostileContentRunsNoScriptAndChangesNoElement() throws Exception {
        Document dom = Jsoup.parse(open(page(RunReportSafetyTest.HOSTILE), "--dump-dom"));

        assertThat(dom.title()).startsWith("Run report ");
        assertThat(dom.select("script, img, iframe, object, embed, link, base, form"))
                .isEmpty();
        assertThat(dom.select("article.card")).hasSize(11);
        assertThat(dom.select("article.card h3 code").eachText())
                .contains("note", "read_file", "fetch_url", "write_file", "shell", "convert", "look");
        assertThat(dom.select(".card.led, .result.untrusted, .note.stop, .note.edit, .note.bad, .note.ok"))
                .extracting(element -> element.className())
                .contains(
                        "card led",
                        "result untrusted",
                        "note stop",
                        "note bad",
                        "note approval edit",
                        "note approval ok");
    }

    @Test
    void theDumpedPageIsTheWrittenOne() throws Exception {
        Path file = page("");
        Document written = ReportPages.harmless(Files.readString(file));

        assertThat(ReportPages.shape(Jsoup.parse(open(file, "--dump-dom")))).isEqualTo(ReportPages.shape(written));
    }

    @Test
    void theStyleSheetIsInForceInBothSchemes() throws Exception {
        Path file = page("");

        assertThat(colours(screenshot(file)))
                .as("the page, untrusted content and what follows it, in the light")
                .contains(0xf4f5f7, 0xfff3df, 0xfffaea);
        assertThat(colours(screenshot(file, "--blink-settings=preferredColorScheme=0")))
                .as("the same in the dark")
                .contains(0x101318, 0x33240f, 0x24210f);
    }
}
