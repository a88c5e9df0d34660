package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;

/** Reads the pages of reports as a browser does, and checks that all in them is ours. */
final class ReportPages {

    private static final Set<String> ELEMENTS = Set.of(
            "html", "head", "meta", "title", "style", "body", "a", "article", "bdi", "code", "dd", "details", "div",
            "dl", "dt", "footer", "h1", "h2", "h3", "h4", "header", "li", "main", "nav", "p", "pre", "rect", "section",
            "span", "summary", "svg", "table", "tbody", "td", "th", "thead", "tr", "ul");

    /** The attributes, and what their values look like; a description may say anything. */
    private static final Map<String, Pattern> ATTRIBUTES = Map.ofEntries(
            Map.entry("lang", Pattern.compile("en")),
            Map.entry("charset", Pattern.compile("utf-8")),
            Map.entry("http-equiv", Pattern.compile("Content-Security-Policy")),
            Map.entry("name", Pattern.compile("referrer|viewport|color-scheme")),
            Map.entry(
                    "content",
                    Pattern.compile("no-referrer|width=device-width, initial-scale=1|light dark|default-src 'none'; "
                            + "style-src 'sha256-[A-Za-z0-9+/=]{44}'; base-uri 'none'; form-action 'none'")),
            Map.entry("class", Pattern.compile("[a-z]+( [a-z]+)*")),
            Map.entry("id", Pattern.compile("[a-z]+(-[0-9]+)?")),
            Map.entry("href", Pattern.compile("#[a-z]+(-[0-9]+)?")),
            Map.entry("scope", Pattern.compile("row|col")),
            Map.entry("data-label", Pattern.compile("[a-z ]+")),
            Map.entry("role", Pattern.compile("img")),
            Map.entry("aria-label", Pattern.compile(".*")),
            Map.entry("x", Pattern.compile("[0-9]+\\.[0-9]{2}%")),
            Map.entry("width", Pattern.compile("[0-9]+\\.[0-9]{2}%")),
            Map.entry("height", Pattern.compile("100%")));

    /** What no page holds: control characters, and those that are invisible or reorder text. */
    private static final Pattern HIDDEN = Pattern.compile(
            "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u00ad\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufffe]");

    private ReportPages() {}

    /** The page, after all checks. */
    static Document harmless(String html) {
        assertThat(HIDDEN.matcher(html).find()).as("hidden characters").isFalse();
        Parser parser = Parser.htmlParser().setTrackErrors(20);
        Document page = Jsoup.parse(html, "https://nowhere.invalid/", parser);
        assertThat(parser.getErrors()).as("faults of the markup").isEmpty();
        page.getAllElements().stream()
                .filter(element -> !(element instanceof Document))
                .forEach(ReportPages::check);
        assertThat(page.select("style, title, main, body"))
                .as("what is there once")
                .hasSize(4 + countOfTitlesInPictures(page));
        page.select("a")
                .forEach(
                        link -> assertThat(page.getElementById(link.attr("href").substring(1)))
                                .as("the place that %s leads to", link)
                                .isNotNull());
        assertThat(page.select("[id]").eachAttr("id")).doesNotHaveDuplicates();
        return page;
    }

    private static int countOfTitlesInPictures(Document page) {
        return page.select("rect > title").size();
    }

    private static void check(Element element) {
        assertThat(ELEMENTS).contains(element.normalName());
        for (Attribute attribute : element.attributes()) {
            assertThat(ATTRIBUTES).containsKey(attribute.getKey());
            assertThat(attribute.getValue()).matches(ATTRIBUTES.get(attribute.getKey()));
        }
        if ("a".equals(element.normalName())) {
            assertThat(element.hasAttr("href")).isTrue();
        }
    }

    /**
     * The elements with the names of their attributes, without any text. The timeline is left out: calls that run at the same
     * time end in any order.
     */
    static List<String> shape(Document page) {
        return page.select("main > *:not(#timeline) *").stream()
                .map(element -> element.parents().size() + element.normalName() + " " + element.className()
                        + element.attributes().asList().stream()
                                .map(Attribute::getKey)
                                .toList())
                .toList();
    }
}
