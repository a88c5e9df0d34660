package dev.intellibrix.agenttools.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.tool.Cancellation;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Text made of what Markdown is made of stays text, in whatever pieces and lines it comes. */
class ForgeryPropertyTest {

    /** The same pages in every build; other seeds are tried by hand. */
    private static final long SEED = 20_261_130L;

    private static final int PAGES = 1_500;

    private static final String[] PIECES = {
        "#",
        "##",
        ">",
        "-",
        "--",
        "---",
        "+",
        "*",
        "**",
        "_",
        "__",
        "~",
        "~~",
        "`",
        "```",
        "[",
        "]",
        "(",
        ")",
        "!",
        "|",
        ":",
        "=",
        "==",
        "1",
        ".",
        "1.",
        "2)",
        "<",
        "&",
        "amp;",
        "lt;",
        "\\",
        "a",
        "bc",
        "x1",
        "[x]:",
        "[a](b)",
        "http://e.example",
        "{",
        "}",
        "\u00e9",
        "\u6f22",
        "\ud83d\ude00",
        "$",
        "%",
        "/",
        "'",
        "\""
    };

    /** The beginning of a block in a line of Markdown. */
    private static final Pattern BLOCK = Pattern.compile(
            "^(?:#{1,6}(?: |$)|>|[-+*](?: |$)|\\d{1,9}[.)](?: |$)|=+ *$|-+ *$|```|~~~|\\||\\[[^\\]]*]:|([-_*]) *(?:\\1 *){2,}$|[-:| ]*-[-:| ]*$)");

    /** Marks inside of a line: code, links, elements, entities, emphasis and struck text. */
    private static final Pattern MARK = Pattern.compile(
            "(?<!\\\\)`|](?=\\()|(?<!\\\\)<(?=[A-Za-z/!?])|(?<!\\\\)&(?=#?\\w+;)|(?<!\\\\)\\*(?=[^ \\n*])|(?<=[^ \\n\\\\*])\\*|(?<!\\\\)~~");

    /** A link, a picture, a definition of either, or one of this tool's own notes, all from text. */
    private static final Pattern FORGED = Pattern.compile("](?=\\()|(?<!\\\\)!(?=\\[)|(?m)^\\[|(?<!\\\\)`");

    private static final String[] TIGHT_PIECES = {
        "[",
        "]",
        "(",
        ")",
        "!",
        "a",
        "b",
        ":",
        "](",
        "![",
        "[x]",
        "[x]:",
        "]:",
        "(http://e.example)",
        " ",
        "`",
        "1",
        "."
    };

    private static final String[] EMPHASIS = {"b", "i", "s", "b", "i", "span", "u", "em><b"};

    @Test
    void textIsNeverMarkup() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < PAGES; i++) {
            StringBuilder html = new StringBuilder("<p>");
            StringBuilder text = new StringBuilder();
            int pieces = random.nextInt(1, 14);
            for (int j = 0; j < pieces; j++) {
                addPiece(random, html, text);
            }
            String markdown = markdown(html.toString());
            String expected = text.toString()
                    .replaceAll("[ \\n]*\\n[ \\n]*", "\n")
                    .replaceAll(" +", " ")
                    .strip();
            assertThat(read(markdown)).as("seed %d, page %s", SEED, html).isEqualTo(expected);
            assertThat(markdown.split("\n", -1))
                    .as("seed %d, page %s", SEED, html)
                    .noneMatch(BLOCK.asPredicate());
            // A backslash before a mark may itself be escaped, so another sign stands for each pair.
            assertThat(markdown.replace("\\\\", "\u00a7"))
                    .as("seed %d, page %s", SEED, html)
                    .doesNotContainPattern(MARK);
        }
    }

    /** Marks of emphasis may come and go at any place: what is between them is no markup with them, and none without. */
    @Test
    void textIsNoMarkupWhereMarksOfEmphasisStandOrStoodInIt() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 2 * PAGES; i++) {
            StringBuilder html = new StringBuilder("<p>");
            for (int pieces = random.nextInt(2, 9); pieces > 0; pieces--) {
                String piece = TIGHT_PIECES[random.nextInt(TIGHT_PIECES.length)];
                String tag = EMPHASIS[random.nextInt(EMPHASIS.length)];
                html.append('<')
                        .append(tag)
                        .append('>')
                        .append(piece)
                        .append("</")
                        .append(tag)
                        .append('>');
            }
            String markdown = markdown(html.toString()).replace("\\\\", "\u00a7");
            String bare = markdown.replaceAll("(?<!\\\\)(?:\\*|~~)", "");
            for (String text : new String[] {markdown, bare}) {
                assertThat(text).as("seed %d, page %s", SEED, html).doesNotContainPattern(FORGED);
            }
        }
    }

    private static void addPiece(SplittableRandom random, StringBuilder html, StringBuilder text) {
        String piece = PIECES[random.nextInt(PIECES.length)];
        String escaped = piece.replace("&", "&amp;").replace("<", "&lt;");
        text.append(piece);
        html.append(random.nextInt(4) == 0 ? "<span>" + escaped + "</span>" : escaped);
        int gap = random.nextInt(8);
        if (gap < 3) {
            text.append(' ');
            html.append(' ');
        } else if (gap == 3) {
            text.append('\n');
            html.append("<br>");
        }
    }

    /** What a reader of the Markdown sees. */
    private static String read(String markdown) {
        return markdown.replaceAll(" *\n+", "\n")
                .replaceAll("\\\\([!-/:-@\\[-`{-~])", "$1")
                .replaceAll(" +", " ");
    }

    private static String markdown(String html) {
        return HtmlPage.parse(
                        html.getBytes(StandardCharsets.UTF_8),
                        Optional.of(StandardCharsets.UTF_8),
                        URI.create("https://example.org/"),
                        Cancellation.none())
                .markdown();
    }
}
