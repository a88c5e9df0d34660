package dev.intellibrix.agenttools.html;

import java.util.Set;

/** What the elements of HTML are to a reader. */
final class Elements {

    /** Elements whose content is no text of the page. */
    static final Set<String> NEVER_TEXT = Set.of(
            "script",
            "style",
            "template",
            "noscript",
            "head",
            "title",
            "meta",
            "link",
            "base",
            "svg",
            "canvas",
            "map",
            "area",
            "datalist",
            "select",
            "textarea",
            "input",
            "option",
            "noembed",
            "noframes",
            "param",
            "source",
            "track",
            "progress",
            "meter",
            "rp",
            "annotation-xml",
            "xml");

    /** Elements that show something from elsewhere. */
    static final Set<String> MEDIA = Set.of("iframe", "frame", "embed", "video", "audio", "object");

    private static final Set<String> BLOCKS = Set.of(
            "address",
            "article",
            "aside",
            "blockquote",
            "body",
            "caption",
            "center",
            "dd",
            "details",
            "dialog",
            "dir",
            "div",
            "dl",
            "dt",
            "fieldset",
            "figcaption",
            "figure",
            "footer",
            "form",
            "frameset",
            "h1",
            "h2",
            "h3",
            "h4",
            "h5",
            "h6",
            "header",
            "hgroup",
            "hr",
            "html",
            "legend",
            "li",
            "listing",
            "main",
            "menu",
            "nav",
            "ol",
            "p",
            "plaintext",
            "pre",
            "search",
            "section",
            "summary",
            "table",
            "tbody",
            "td",
            "tfoot",
            "th",
            "thead",
            "tr",
            "ul",
            "xmp");

    private Elements() {}

    /** Whether an element begins on a line of its own. */
    static boolean isBlock(String name) {
        return BLOCKS.contains(name);
    }

    /** The level of a heading, 1 to 6, and 0 for all other elements. */
    static int headingLevel(String name) {
        return name.length() == 2 && name.charAt(0) == 'h' && name.charAt(1) >= '1' && name.charAt(1) <= '6'
                ? name.charAt(1) - '0'
                : 0;
    }
}
