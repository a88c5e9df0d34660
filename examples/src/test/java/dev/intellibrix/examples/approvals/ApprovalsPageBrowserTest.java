package dev.intellibrix.examples.approvals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.store.InMemoryKeyValueStore;
import dev.intellibrix.store.KeyValueStore;
import dev.intellibrix.testing.MockTurn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser. */
@Tag("thorough")
@Timeout(240)
class ApprovalsPageBrowserTest {

    private final List<String> paid = new CopyOnWriteArrayList<>();
    private final KeyValueStore store = new InMemoryKeyValueStore();

    @TempDir
    Path folder;

    @BeforeEach
    void needsTheBrowser() {
        Assumptions.assumeTrue(Files.isExecutable(Browser.CHROMIUM), "there is no " + Browser.CHROMIUM);
    }

    private ApprovalsPage page(MockTurn... turns) throws Exception {
        return new ApprovalsPage(ApprovalsPageTest.agent(store, paid, turns), store, 0);
    }

    private static void waitFor(Browser browser, ApprovalsPage page, String text) throws Exception {
        while (!browser.text().contains(text)) {
            browser.open(page.address());
        }
    }

    @Test
    void aPersonSeesTheWholeCallAndAllowsIt() throws Exception {
        try (ApprovalsPage page = page(
                        MockTurn.call("read_file", Map.of("path", "README.md")),
                        ApprovalsPageTest.pay("DE1", ApprovalsPageTest.HOSTILE),
                        MockTurn.text("all done"));
                Browser browser = new Browser(folder)) {
            page.ask("go");
            browser.open(page.address());
            waitFor(browser, page, "1 waiting, 0 runs going on");

            assertThat(browser.evaluate("document.cookie").stringValue("?"))
                    .as("a cookie would be sent to every port of this machine")
                    .isEmpty();
            assertThat(browser.text())
                    .contains(
                            "What led to this call comes from outside.",
                            "untrusted, because of file README.md",
                            "<script>alert(1)</script>\"'&\\u{202E}gpj.exe\\u{200B}\\u{0007}");
            assertThat(browser.evaluate("document.scripts.length").intValue(-1)).isZero();
            assertThat(browser.evaluate("getComputedStyle(document.querySelector('article')).borderLeftColor")
                            .stringValue(""))
                    .as("the style sheet is in force, and warns")
                    .isEqualTo("rgb(194, 65, 12)");
            browser.leave("document.querySelector('button[value=allow]').click()");
            waitFor(browser, page, "ANSWERED: all done");
            assertThat(paid).containsExactly("DE1");
            assertThat(browser.text()).contains("0 waiting");
        }
    }

    @Test
    void aPersonDeniesACallWithAReason() throws Exception {
        try (ApprovalsPage page = page(
                        ApprovalsPageTest.pay("DE1", ""),
                        MockTurn.from(request -> MockTurn.text(request.messages()
                                .get(request.messages().size() - 1)
                                .toolResults()
                                .get(0)
                                .text())));
                Browser browser = new Browser(folder)) {
            page.ask("go");
            browser.open(page.address());
            waitFor(browser, page, "1 waiting, 0 runs going on");
            browser.evaluate("document.querySelector('input[name=reason]').value = 'too dear'");
            browser.leave("document.querySelector('button[value=deny]').click()");

            waitFor(browser, page, "too dear");
            assertThat(paid).isEmpty();
        }
    }

    @Test
    void thePolicyOfThePageLetsNoScriptRun() throws Exception {
        try (ApprovalsPage page = page();
                Browser browser = new Browser(folder)) {
            browser.open(page.address());
            browser.evaluate("""
                    window.ran = false;
                    const script = document.createElement('script');
                    script.textContent = 'window.ran = true';
                    document.body.append(script);""");

            assertThat(browser.evaluate("window.ran").booleanValue(true)).isFalse();
        }
    }
}
