package dev.intellibrix.agenttools.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.tool.Cancellation;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Each kind of element and text as Markdown. */
class MarkdownTest {

    private static HtmlPage page(String html) {
        return HtmlPage.parse(
                html.getBytes(StandardCharsets.UTF_8),
                Optional.of(StandardCharsets.UTF_8),
                URI.create("https://example.org/docs/page.html"),
                Cancellation.none());
    }

    private static String markdown(String html) {
        return page(html).markdown();
    }

    @Test
    void aTableHasABarForEachCell() {
        assertThat(markdown("<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>"))
                .isEqualTo("| A | B |\n| --- | --- |\n| 1 | 2 |");
    }

    @Test
    void aBarInACellIsEscaped() {
        assertThat(markdown(
                        "<table><tr><th>x</th><th>y</th></tr><tr><td>a|b</td><td><code>c|d</code></td></tr></table>"))
                .endsWith("| a\\|b | `c\\|d` |");
    }

    @Test
    void aTableWithoutHeadersHasAnEmptyHeadAndEqualRows() {
        assertThat(markdown("<table><caption>Sizes</caption><tr><td>a</td><td>b</td><td>c</td></tr>"
                        + "<tr><td colspan=2>d</td><td></td></tr><tr><td>e</td></tr></table>"))
                .isEqualTo("**Sizes**\n\n| | | |\n| --- | --- | --- |\n| a | b | c |\n| d | | |\n| e | | |");
    }

    @Test
    void aCellThatReachesDownLeavesItsPlacesEmpty() {
        assertThat(
                        markdown(
                                "<table><tr><th>k</th><th>v</th></tr><tr><td rowspan=2>a</td><td>1</td></tr><tr><td>2</td></tr></table>"))
                .isEqualTo("| k | v |\n| --- | --- |\n| a | 1 |\n| | 2 |");
    }

    @Test
    void anInnerTableComesAfterTheOuterOne() {
        assertThat(
                        markdown(
                                "<table><tr><th>k</th><th>value</th></tr><tr><td>first entry</td><td>text"
                                        + "<table><tr><td>a|1</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table></td></tr></table>"))
                .isEqualTo("| k | value |\n| --- | --- |\n| first entry | text |\n\n"
                        + "| | |\n| --- | --- |\n| a\\|1 | b |\n| c | d |");
    }

    @Test
    void aTableForTheLayoutIsDissolved() {
        assertThat(markdown("<table><tr><td><table><tr><td><p>One</p><p>Two</p></td></tr></table></td></tr></table>"))
                .isEqualTo("One\n\nTwo");
    }

    @Test
    void inlineCodeWithBackTicksHasALongerFence() {
        assertThat(markdown("<p><code>a`b</code> and <code>`</code></p>")).isEqualTo("``a`b`` and `` ` ``");
    }

    @Test
    void codeInAListIsIndentedAndTheNumberingGoesOn() {
        assertThat(markdown("<ol><li>a<pre>x\ny</pre></li><li>b</li></ol>"))
                .isEqualTo("1. a\n\n   ```\n   x\n   y\n   ```\n2. b");
    }

    @Test
    void nestedListsAreIndentedByTheWidthOfTheMark() {
        assertThat(markdown("<ol start='5'><li>a<ul><li>b</li></ul></li></ol>")).isEqualTo("5. a\n   - b");
        assertThat(markdown("<ol start='10'><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ol>"))
                .isEqualTo("10. a\n    - b\n    - c\n11. d");
    }

    @Test
    void aLinkIsAbsoluteAndNothingInItEndsItEarly() {
        assertThat(markdown("<p><a href='a b(1).html' title='x\"y'>[t]</a></p>"))
                .isEqualTo("[\\[t\\]](https://example.org/docs/a%20b(1).html \"x\\\"y\")");
        assertThat(markdown("<p><a href='/x)y'>t</a></p>")).isEqualTo("[t](https://example.org/x%29y)");
    }

    @Test
    void aLinkAroundBlocksIsALinkInEach() {
        assertThat(markdown("<a href='/x'><h3>T</h3><p>d</p></a>"))
                .isEqualTo("### [T](https://example.org/x)\n\n[d](https://example.org/x)");
    }

    @Test
    void theBaseElementCounts() {
        assertThat(markdown("<base href='/other/'><p><a href='x?y=1'>t</a></p>"))
                .isEqualTo("[t](https://example.org/other/x?y=1)");
    }

    @Test
    void onlyWebAndMailAddressesAreLinks() {
        assertThat(
                        markdown(
                                "<p><a href='java\nscript:alert(1)'>a</a> <a href='data:text/html,x'>b</a> <a href='#top'>c</a> "
                                        + "<a href='vbscript:x'>d</a> <a href='file:///etc/passwd'>e</a> <a href='mailto:a@b.example'>f</a></p>"))
                .isEqualTo("a b c d e [f](mailto:a@b.example)");
    }

    @Test
    void aPictureIsItsDescription() {
        String data = "data:image/png;base64," + "A".repeat(500_000);
        assertThat(markdown("<p><img alt='a\nb' src='" + data + "'></p>")).isEqualTo("![a b]");
        assertThat(markdown("<p><img alt='cat' src='/c.png'><img src='/spacer.gif'></p>"))
                .isEqualTo("![cat](https://example.org/c.png)");
        assertThat(markdown("<p>Look!<a href='/c'><img alt='cat' src='/c.png'></a></p>"))
                .isEqualTo("Look\\![cat](https://example.org/c)");
    }

    @Test
    void onlyWhatWouldBeMarkupIsEscaped() {
        assertThat(markdown("<p>1. not a list</p><p># no</p><p>a*b*c snake_case_x</p><p>&lt;div&gt;</p><p>+ x</p>"))
                .isEqualTo("1\\. not a list\n\n\\# no\n\na\\*b\\*c snake_case_x\n\n\\<div>\n\n\\+ x");
        assertThat(markdown("<p>2 * 3 = 6, a[0], x < y, R&D of C:\\dir, #tag, --flag</p>"))
                .isEqualTo("2 * 3 = 6, a[0], x < y, R&D of C:\\dir, #tag, --flag");
    }

    @Test
    void plainTextForgesNoBlock() {
        assertThat(markdown(
                        "<p>```<br>sh</p><p>~~~</p><p>x<br>===<br>y<br>---</p><p>a | b<br>--- | ---</p><p>&gt; q</p>"
                                + "<p>- i</p><p>[x]: http://evil.example</p><p>* * *</p>"))
                .isEqualTo(
                        "\\`\\`\\`  \nsh\n\n\\~\\~\\~\n\nx  \n\\===  \ny  \n\\---\n\na | b  \n\\--- | ---\n\n\\> q\n\n"
                                + "\\- i\n\n\\[x]: http://evil.example\n\n\\* * \\*");
    }

    @Test
    void plainTextForgesNoLink() {
        assertThat(markdown("<p>[a](http://evil.example) and ![b]<span>(</span>http://evil.example)</p>"))
                .isEqualTo("\\[a]\\(http://evil.example) and !\\[b]\\(http://evil.example)");
        assertThat(markdown("<p>see &amp;lt; and &amp;#91;</p>")).isEqualTo("see \\&lt; and \\&#91;");
    }

    @Test
    void aFenceIsLongerThanAnyInTheCode() {
        assertThat(markdown("<pre><code class='language-java'>int a;\n````\n</code></pre>"))
                .isEqualTo("`````java\nint a;\n````\n`````");
    }

    @Test
    void theLanguageOfCodeIsFoundWhereToolsPutIt() {
        assertThat(markdown("<div class='highlight highlight-source-python'><pre>x = 1</pre></div>"))
                .startsWith("```python\n");
        assertThat(markdown("<pre class='brush: js'>x</pre>")).startsWith("```js\n");
        assertThat(markdown("<pre data-lang='Rust'>x</pre>")).startsWith("```rust\n");
        assertThat(markdown("<pre class='language-&lt;b&gt;`'>x</pre>")).startsWith("```\n");
    }

    @Test
    void theNumbersOfLinesAreNoCode() {
        assertThat(markdown("<table class='highlighttable'><tr><td class='linenos'><pre>1\n2</pre></td>"
                        + "<td class='code'><pre>a\nb</pre></td></tr></table>"))
                .isEqualTo("```\na\nb\n```");
    }

    @Test
    void severalBlocksOfCodeAreAllKept() {
        assertThat(markdown("<pre>a</pre><pre>b</pre><pre>c</pre>"))
                .isEqualTo("```\na\n```\n\n```\nb\n```\n\n```\nc\n```");
    }

    @Test
    void listsAndQuotesOfAnArticleAreKept() {
        assertThat(
                        markdown(
                                "<article><p>text</p><ol><li>one</li><li>two</li></ol><blockquote><p>q1</p><p>q2</p></blockquote></article>"))
                .isEqualTo("text\n\n1. one\n2. two\n\n> q1\n>\n> q2");
    }

    @Test
    void nothingGivesNothing() {
        assertThat(markdown("")).isEmpty();
        assertThat(markdown("<!-- only a comment -->")).isEmpty();
        assertThat(markdown("<p> \n </p><b></b><ul><li></li></ul>")).isEmpty();
        assertThat(page("").notes()).isEmpty();
    }

    @Test
    void brokenMarkupGivesItsText() {
        assertThat(markdown("<p>a<p>b<li>c</table></div><td>d\0<title>t</title><!-- never closed"))
                .isEqualTo("a\n\nb\n\n- c\n\nd".replace("c\n\nd", "cd"));
    }

    @Test
    void charactersThatAreNotSeenAreTakenOut() {
        assertThat(
                        markdown(
                                "<p>a&nbsp;b soft\u00adhyphen zero\u200bwidth\ufeff tag\udb40\udc41\udb40\udc42 \u202eright</p>"))
                .isEqualTo("a b softhyphen zerowidth tag right");
        assertThat(markdown("<p>\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67 and x\u200dy</p>"))
                .isEqualTo("\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67 and xy");
        assertThat(markdown("<p>\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645</p>"))
                .isEqualTo("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645");
    }

    @Test
    void lessCommonElementsKeepTheirText() {
        assertThat(markdown("<details><summary>s</summary>x</details>")).isEqualTo("**s**\n\nx");
        assertThat(markdown("<dl><dt>t<dd>d<dd>e</dl>")).isEqualTo("**t**\n: d\n: e");
        assertThat(markdown("<p>Press <kbd>Ctrl</kbd></p>")).isEqualTo("Press `Ctrl`");
        assertThat(markdown("<p><ruby>\u6f22<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>"))
                .isEqualTo("\u6f22(kan)");
        assertThat(markdown("<p>a<svg><text>drawn</text></svg>b</p>")).isEqualTo("ab");
        assertThat(markdown("<p><iframe src='/v' title='The film'></iframe></p>"))
                .isEqualTo("[The film](https://example.org/v)");
        assertThat(markdown("<video src='/m.mp4'>no video</video>")).isEqualTo("[video](https://example.org/m.mp4)");
        assertThat(markdown("<p>x<sup>2</sup>, H<sub>2</sub>O, a<sup>b+c</sup>, 1<sup>st</sup></p>"))
                .isEqualTo("x\u00b2, H\u2082O, a^(b+c), 1st");
        assertThat(markdown("<p><math><mi>x</mi><annotation encoding='application/x-tex'>x_1</annotation></math></p>"))
                .isEqualTo("`$x_1$`");
        assertThat(markdown("<p>one<br>two<br><br>three</p><hr><p>four</p>"))
                .isEqualTo("one  \ntwo\n\nthree\n\n---\n\nfour");
    }

    @Test
    void emphasisHasNoBlanksInsideAndEmptyOnesAreLeftOut() {
        assertThat(markdown("<p>a<b> b </b>c <i></i><em>d<b>e</b></em> <b><strong>f</strong></b> <s>g</s></p>"))
                .isEqualTo("a **b** c *d**e*** **f** ~~g~~");
    }

    @Test
    void theTitleOfALinkIsKeptWhenItSaysMoreThanItsText() {
        assertThat(markdown("<p><a href='/x' title='The  Moon'>the <b>moon</b></a></p>"))
                .isEqualTo("[the **moon**](https://example.org/x)");
        assertThat(markdown("<p><a href='/x' title='a &lt;b&gt; `c`'>d</a></p>"))
                .isEqualTo("[d](https://example.org/x \"a \\<b> \\`c\\`\")");
    }

    @Test
    void theLinkOfAHeadingToItselfIsLeftOut() {
        assertThat(
                        markdown(
                                "<h2>Use<a class='anchor' href='#use'>#</a></h2><h3><a href='#x'>&para;</a> C <a href='/c'>more</a></h3>"))
                .isEqualTo("## Use\n\n### C [more](https://example.org/c)");
    }

    @Test
    void emphasisThatWouldNotBeReadAsSuchIsLeftOut() {
        assertThat(markdown("<p>a<b>(b)</b> and <b>(c)</b>d and <b>(e)</b> <i>f</i>g</p>"))
                .isEqualTo("a(b) and (c)d and **(e)** *f*g");
    }

    @Test
    void aSmallPageHasItsMainContentWhereItSaysSo() {
        HtmlPage page = page(
                "<nav><a href=/x>Menu</a></nav><article><h1>Tides</h1><p>The moon.</p></article><footer>Foot</footer>");
        assertThat(page.markdown()).isEqualTo("# Tides\n\nThe moon.");
        assertThat(page.text()).contains("Menu", "Foot");
        assertThat(page.notes()).isEmpty();
    }

    @Test
    void aPageWithoutMainContentIsShownAsAWholeAndThatIsSaid() {
        HtmlPage page = page("<ul><li><a href=/1>One</a></li><li><a href=/2>Two</a></li></ul>");
        assertThat(page.markdown()).isEqualTo("- [One](https://example.org/1)\n- [Two](https://example.org/2)");
        assertThat(page.notes()).anyMatch(note -> note.contains("stands out"));
    }

    @Test
    void aHeadingIsOneLine() {
        assertThat(markdown("<h2>a<br>b <p>c</p> #</h2>")).isEqualTo("## a b c \\#");
    }

    @Test
    void marksOfEmphasisThatAreTakenBackLeaveNoLinkBehind() {
        assertThat(markdown("<p>See [our docs]<b>(</b>javascript:alert(1))</p>"))
                .isEqualTo("See [our docs]\\(javascript:alert(1))");
        assertThat(markdown("<p>!<i>[</i>x]<b>(</b>https://evil.example/p.png)</p>"))
                .isEqualTo("!\\[x]\\(https://evil.example/p.png)");
        assertThat(markdown("<p><b>[</b>The page is longer.]</p>")).isEqualTo("\\[The page is longer.]");
        assertThat(markdown("<p><b>[</b>ref]: https://evil.example/</p>")).isEqualTo("\\[ref]: https://evil.example/");
        assertThat(markdown("<p>a!<b><a href='/x'>(</a></b>b</p>")).isEqualTo("a\\![(](https://example.org/x)b");
    }

    @Test
    void aTitleIsCutBetweenCharacters() {
        for (int length = 148; length < 310; length++) {
            String title =
                    page("<title>" + "😀".repeat(length) + "</title><p>x").title();
            assertThat(title).hasSizeLessThanOrEqualTo(300).startsWith("😀😀");
            assertThat(title.replace("😀", "")).isIn("", "\u2026");
            assertThat(page("<title>a" + "😀".repeat(length) + "</title><p>x")
                            .title()
                            .replace("😀", ""))
                    .isIn("a", "a\u2026");
        }
    }

    @Test
    void anAddressThatIsMadeToBeTakenForAnotherIsNoLink() {
        assertThat(markdown("<p><a href='https://good.example\\@evil.example/'>a</a> "
                        + "<a href='https://google.com@evil.example/'>b</a> <a href='//u:p@evil.example/'>c</a> "
                        + "<a href='\\\\evil.example\\x?a\\b'>d</a> <a href='\\x'>e</a></p>"))
                .isEqualTo("[a](https://good.example/@evil.example/) b c [d](https://evil.example/x?a%5Cb) "
                        + "[e](https://example.org/x)");
    }
}
