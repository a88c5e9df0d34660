package dev.intellibrix.agenttools.html;

import dev.intellibrix.tool.Cancellation;
import java.net.URI;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jsoup.nodes.Document;

/**
 * What a reader sees of a web page. No script, no comment, and no text that the page hides in one of the common ways comes out of
 * it: by attributes, by inline styles, by classes of well-known names, and by simple rules of its own style sheets. External
 * style sheets and scripts are not read, so a page that takes pains can hide a text from its readers that is here. No text of the
 * page can pass for markup that the page does not have. Immutable.
 *
 * <p>Time and memory are bounded whatever the page holds: at most {@value #MAX_BYTES} bytes of it are read,
 * {@value PageParser#MAX_TAGS} tags and {@value PageParser#MAX_ELEMENTS} elements, and {@value #MAX_OUTPUT} characters are
 * written of each form. What was cut is said by {@link #notes}.
 */
public final class HtmlPage {

    /** The number of bytes of a page that are read at most. */
    static final int MAX_BYTES = 5_000_000;

    /** The number of characters that {@link #markdown} and {@link #text} have at most. */
    static final int MAX_OUTPUT = 5_000_000;

    private final String title;
    private final String markdown;
    private final String text;
    private final boolean needsScripts;
    private final List<String> notes;

    private HtmlPage(String title, String markdown, String text, boolean needsScripts, List<String> notes) {
        this.title = title;
        this.markdown = markdown;
        this.text = text;
        this.needsScripts = needsScripts;
        this.notes = notes;
    }

    /**
     * Reads a page. Any bytes give a page: what is not HTML gives a text or nothing.
     *
     * @param body the page as it was sent, decompressed; neither kept nor changed
     * @param declared the charset that the server named; a byte order mark counts more, everything else less
     * @param base the address of the page, which links are relative to
     * @throws CancellationException soon after the cancellation has fired
     */
    public static HtmlPage parse(byte[] body, Optional<Charset> declared, URI base, Cancellation cancellation) {
        Notes notes = new Notes();
        String html = PageCharset.decode(body, MAX_BYTES, declared);
        if (body.length > MAX_BYTES) {
            notes.add("The page is " + body.length + " bytes long; only its first " + MAX_BYTES + " were read.");
        }
        Document document = new PageParser(cancellation, notes).parse(html, base.toString());
        VisibleTree tree = VisibleTree.of(document, cancellation);
        if (tree.hidesMost()) {
            notes.add("Most of the page's text is hidden from its readers and was left out.");
        }
        PlainText plain = new PlainText(MAX_OUTPUT);
        String text = plain.write(tree.body(), cancellation);
        boolean standsOut =
                MainContent.select(tree.body(), cancellation) || MarkedContent.select(tree.body(), cancellation);
        Links links = Links.of(document, base);
        MarkdownOutput output = new MarkdownOutput(MAX_OUTPUT);
        new MarkdownWriter(links, output, cancellation).write(tree.body());
        if (output.isFull() || plain.isCut()) {
            notes.add("The text of the page was cut at " + MAX_OUTPUT + " characters.");
        }
        if (!standsOut && !text.isEmpty()) {
            notes.add("No part of the page stands out as its main content; this is all of it.");
        }
        return new HtmlPage(
                PageTitle.of(document, tree.body()),
                output.toString(),
                text,
                ScriptShell.isOne(document, tree.body(), text),
                notes.all());
    }

    /** The title from the page's metadata or its first heading, on one line; empty when there is none. */
    public String title() {
        return title;
    }

    /** The main content as Markdown, or all of the page when no part stands out. Links are absolute. */
    public String markdown() {
        return markdown;
    }

    /** All text of the page that a reader sees, menus included, as plain lines. */
    public String text() {
        return text;
    }

    /** Whether the page is a shell that shows next to nothing until its scripts have run. */
    public boolean needsScripts() {
        return needsScripts;
    }

    /** What the reader of the result should know: each a sentence that says what was cut or left out. */
    public List<String> notes() {
        return notes;
    }
}
