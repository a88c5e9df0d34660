package dev.intellibrix.report;

import java.util.Locale;
import java.util.function.Consumer;

/**
 * Writes a page out of a closed set of elements. There is no way to write markup: what is handed in is text, and is
 * escaped; links lead to places in the page only; and what is opened is closed. Not thread-safe.
 */
final class HtmlWriter {

    /** The elements that a page is made of, beside those of its head. */
    enum Tag {
        A,
        ARTICLE,
        BDI,
        CODE,
        DD,
        DETAILS,
        DIV,
        DL,
        DT,
        FOOTER,
        H1,
        H2,
        H3,
        H4,
        HEADER,
        LI,
        MAIN,
        NAV,
        P,
        PRE,
        RECT,
        SECTION,
        SPAN,
        SUMMARY,
        SVG,
        TABLE,
        TBODY,
        TD,
        TH,
        THEAD,
        TITLE,
        TR,
        UL;

        private final String written = name().toLowerCase(Locale.ROOT);

        /** Elements between which white space changes nothing. */
        private boolean isBlock() {
            return switch (this) {
                case A, BDI, CODE, SPAN, TITLE, RECT, PRE -> false;
                default -> true;
            };
        }
    }

    private final StringBuilder out = new StringBuilder(16_384);

    private HtmlWriter() {}

    /** A whole page. */
    static String page(String title, HtmlStyle style, Consumer<HtmlWriter> body) {
        HtmlWriter html = new HtmlWriter();
        html.out
                .append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta http-equiv=\"Content-Security-Policy\" content=\"")
                .append(style.policy())
                .append("\">\n<meta name=\"referrer\" content=\"no-referrer\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<meta name=\"color-scheme\" content=\"light dark\">\n");
        html.in(Tag.TITLE, HtmlAttributes.NONE, title);
        html.out.append("\n<style>").append(style.css()).append("</style>\n</head>\n<body>\n");
        body.accept(html);
        return html.out.append("</body>\n</html>\n").toString();
    }

    /** An element with what the content writes. */
    HtmlWriter in(Tag tag, HtmlAttributes attributes, Runnable content) {
        out.append('<').append(tag.written).append(attributes.written()).append('>');
        content.run();
        out.append("</").append(tag.written).append(tag.isBlock() ? ">\n" : ">");
        return this;
    }

    HtmlWriter in(Tag tag, String css, Runnable content) {
        return in(tag, HtmlAttributes.css(css), content);
    }

    /** An element with text. */
    HtmlWriter in(Tag tag, HtmlAttributes attributes, String text) {
        return in(tag, attributes, () -> text(text));
    }

    HtmlWriter in(Tag tag, String css, String text) {
        return in(tag, HtmlAttributes.css(css), text);
    }

    /** Text on one line. */
    HtmlWriter text(String text) {
        out.append(HtmlText.line(text));
        return this;
    }

    /** JSON on one line. */
    HtmlWriter json(String json) {
        out.append(HtmlText.json(json));
        return this;
    }

    /** Text with its line feeds and tabs. */
    HtmlWriter lines(String css, String text) {
        // A parser drops a line feed that follows the tag, so that one more keeps the text's own.
        return in(Tag.PRE, css, () -> out.append('\n').append(HtmlText.block(text)));
    }
}
