package dev.intellibrix.agenttools.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.CancellationSource;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages that are made to cost much are read within bounds. */
@Timeout(300)
class PageBoundsTest {

    private static final URI ADDRESS = URI.create("https://example.org/");

    private static HtmlPage page(String html) {
        return HtmlPage.parse(html.getBytes(StandardCharsets.UTF_8), Optional.empty(), ADDRESS, Cancellation.none());
    }

    @Test
    void aHundredThousandNestedElementsAreRead() {
        HtmlPage page = page("<div>".repeat(100_000) + "deep" + "</div>".repeat(100_000) + "<p>after</p>");
        assertThat(page.markdown()).contains("deep", "after");
        assertThat(page.text()).contains("deep", "after");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<blockquote>",
                "<ul><li>",
                "<table><tr><td>",
                "<a href=x>",
                "<b><i><u><s><em><code>",
                "<span>",
                "<dl><dd>",
                "<svg>",
                "<math>",
                "<font color=white>",
                "<div style='color:white'>",
                "<button>",
                "<details>",
                "<form>",
                "<ruby><rt>",
                "<select>",
                "<template>",
                "<h1>",
                "<p><table>",
                "<object>",
                "<pre>",
                "<div aria-hidden=true>"
            })
    void deepNestingOfAnyKindIsRead(String tag) {
        HtmlPage page = page(tag.repeat(10_000) + "deep");
        assertThat(page.markdown().length()).isLessThanOrEqualTo(HtmlPage.MAX_OUTPUT);
    }

    @Test
    void aLongPageIsCutAndThatIsSaid() {
        HtmlPage page = page("<p>" + "word ".repeat(4_000_000) + "end</p>");
        assertThat(page.notes()).anyMatch(note -> note.contains("5000000"));
        assertThat(page.text()).startsWith("word word").doesNotContain("end");
    }

    @Test
    void elementsThatMultiplyAreCountedAndCut() {
        HtmlPage page =
                page("<p><b><i><u><s><em><strong><code><big><small><tt><nobr><font>".concat("<p>x".repeat(30_000)));
        assertThat(page.notes()).anyMatch(note -> note.contains("elements"));
    }

    @Test
    void aLongBaseIsNotRepeatedInEachLink() {
        HtmlPage page = page("<base href='/" + "x".repeat(1_000_000) + "/'>" + "<a href=y>z</a> ".repeat(100_000));
        assertThat(page.markdown().length()).isLessThan(3_000_000);
        HtmlPage second = page("<base href='/" + "x".repeat(1_900) + "/'>" + "<a href=y>z</a> ".repeat(100_000));
        assertThat(second.markdown().length()).isLessThanOrEqualTo(HtmlPage.MAX_OUTPUT);
        assertThat(second.notes()).anyMatch(note -> note.contains("cut"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<td colspan=1000 rowspan=65534>x",
                "<tr><td colspan=40>",
                "<tr><td>x<td>y",
                "<td>x",
                "<caption>c",
                "<b>x",
                "<p>y",
                "<table>",
                "<tr><th>a<td><table>"
            })
    void tablesThatGrowAreBounded(String part) {
        HtmlPage page = page("<table>" + part.repeat(20_000));
        assertThat(page.markdown().length()).isLessThanOrEqualTo(HtmlPage.MAX_OUTPUT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<",
                "&",
                "<!--",
                "<![CDATA[",
                "<p a='",
                "<!doctype ",
                "&lt;",
                "`",
                "*_~[]()",
                "a b='c' ",
                "\\",
                "<a href=x ",
                "<title>",
                "</p>",
                "<br>",
                "<hr>",
                "<!-- x -->",
                "{",
                ".a{",
                "/*",
                "]("
            })
    void textThatRepeatsWhatParsersStumbleOverIsRead(String part) {
        String many = part.repeat(200_000 / part.length());
        assertThat(page(many).notes()).isNotNull();
        assertThat(page("<div " + many + "><p>x</p>").notes()).isNotNull();
        assertThat(page("<style>" + many + "</style><p class=a>x</p>").notes()).isNotNull();
        assertThat(page("<pre>" + many + "</pre>").notes()).isNotNull();
    }

    @Test
    void aCancelledReadingEnds() {
        CancellationSource source = new CancellationSource();
        source.cancel();
        assertThatThrownBy(() ->
                        HtmlPage.parse("<p>x</p>".getBytes(StandardCharsets.UTF_8), Optional.empty(), ADDRESS, source))
                .isInstanceOf(CancellationException.class);
    }

    @Test
    void theCancellationIsLookedAtInEveryStage() {
        byte[] body = "<p>Some text of a paragraph, <a href=x>with a link</a> in it.</p>\n"
                .repeat(5_000)
                .getBytes(StandardCharsets.UTF_8);
        Counting all = new Counting(Integer.MAX_VALUE);
        HtmlPage.parse(body, Optional.empty(), ADDRESS, all);
        assertThat(all.looks.get()).isGreaterThan(100);
        for (int allowed = 0; allowed < all.looks.get(); allowed += 1 + allowed / 2) {
            Counting some = new Counting(allowed);
            assertThatThrownBy(() -> HtmlPage.parse(body, Optional.empty(), ADDRESS, some))
                    .isInstanceOf(CancellationException.class);
            assertThat(some.looks.get()).isEqualTo(allowed + 1);
        }
    }

    /** Fires at the look after so many; counted instead of timed. */
    private static final class Counting implements Cancellation {

        final AtomicInteger looks = new AtomicInteger();
        private final int allowed;

        Counting(int allowed) {
            this.allowed = allowed;
        }

        @Override
        public boolean isCancelled() {
            return looks.incrementAndGet() > allowed;
        }

        @Override
        public Registration onCancel(Runnable action) {
            return () -> {};
        }
    }

    /** Each paragraph opens anew what was left open, with all of its attributes, so a few bytes ask for the long ones again. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<b class='%s'>",
                "<b id='%s'>",
                "<b role='%s'>",
                "<b style='%s'>",
                "<b style='background:red;color:white;%s'>",
                "<b aria-hidden='%s'>",
                "<a href=/x title='%s'>",
                "<a href='%s'>",
                "<font color='%s'>",
                "<font color=white bgcolor='%s'>",
                "<code class='%s'>",
                "<code data-lang='%s'>"
            })
    void longAttributesThatAreOpenedAgainAreReadOnce(String tag) {
        String value = " ".repeat(1_000_000) + "a:b; ".repeat(200_000);
        String open = String.format(Locale.ROOT, tag, value);
        HtmlPage page = page("<style>.x,#y{display:none}</style><p>" + open + "x<p>".repeat(40_000));
        assertThat(page.text()).startsWith("x\n\nx");
    }

    @Test
    void textsAndCommentsAreCountedAsElementsAre() {
        HtmlPage page = page("a<!>".repeat(500_000));
        assertThat(page.notes()).anyMatch(note -> note.contains("more than 400000 tags"));
        assertThat(page.text().length()).isBetween(399_999, 400_001);
    }

    @Test
    void attributesThatAreOpenedAgainAreCounted() {
        StringBuilder tag = new StringBuilder("<b");
        for (int i = 0; i < 400; i++) {
            tag.append(" a").append(i);
        }
        HtmlPage page = page("<p>" + tag + ">" + "x<p>".repeat(10_000));
        assertThat(page.notes()).anyMatch(note -> note.contains("attributes"));
        assertThat(page.text()).startsWith("x\n\nx");
    }
}
