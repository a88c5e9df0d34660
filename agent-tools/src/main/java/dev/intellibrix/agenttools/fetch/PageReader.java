package dev.intellibrix.agenttools.fetch;

import dev.intellibrix.agenttools.html.Characters;
import dev.intellibrix.agenttools.html.HtmlPage;
import dev.intellibrix.agenttools.html.PageCharset;
import dev.intellibrix.agenttools.text.Excerpt;
import dev.intellibrix.internal.net.NetAnswer;
import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.ToolException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Makes a page out of an answer. */
final class PageReader {

    private static final String SCRIPTS =
            "This page shows its content with scripts, which are not run, so most of it is"
                    + " missing here. Look for another source: an API, a feed, the project's files.";
    private static final String NO_MARKDOWN = "The server does not say what this is; it is shown as it came.";

    /** A page takes many times its size while it is read. */
    private static final int AT_ONCE = 2;

    private static final int LOOK_MILLIS = 20;

    private final int maxBytes;
    private final Semaphore readers;

    /**
     * A reader of pages of which so much was received.
     *
     * @param maxBytes in bytes
     */
    PageReader(int maxBytes) {
        this(maxBytes, new Semaphore(AT_ONCE, true));
    }

    /** A reader that reads as many pages at once as there are permits. */
    PageReader(int maxBytes, Semaphore readers) {
        this.maxBytes = maxBytes;
        this.readers = readers;
    }

    /**
     * The page in this form.
     *
     * @param time ends the reading, whatever the page is made of
     * @throws ToolException when it is no page that can be read, or too costly to read, in words for the model
     */
    Page read(NetAnswer answer, Format format, Cancellation time) {
        if (!answer.isSuccess()) {
            throw new ToolException(StatusText.of(answer));
        }
        TextType type = TextType.of(answer.contentType());
        if (type == TextType.BINARY) {
            throw notText(answer, "is " + answer.contentType().type() + size(answer) + ", not text");
        }
        boolean isGuessed = type == TextType.UNKNOWN;
        boolean isHtml = (isGuessed ? TextType.guess(answer.body()) : type) == TextType.HTML;
        List<String> notes = new ArrayList<>();
        if (answer.isCut()) {
            notes.add(String.format(
                    Locale.ROOT, "The page is longer than %,d bytes; what comes after that was not read.", maxBytes));
        }
        if (isHtml && format != Format.RAW) {
            return inTurn(time, () -> html(answer, format, notes, time));
        }
        if (isGuessed && !isHtml) {
            notes.add(NO_MARKDOWN);
        }
        return plain(answer, format, notes);
    }

    private Page inTurn(Cancellation time, Supplier<Page> reading) {
        try {
            while (!readers.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                time.throwIfCancelled();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
        try {
            return reading.get();
        } finally {
            readers.release();
        }
    }

    private static Page html(NetAnswer answer, Format format, List<String> notes, Cancellation time) {
        HtmlPage page =
                HtmlPage.parse(answer.body(), charset(answer), answer.url().uri(), time);
        notes.addAll(page.notes());
        if (page.needsScripts()) {
            notes.add(SCRIPTS);
        }
        return page(answer, page.title(), format == Format.TEXT ? page.text() : page.markdown(), notes);
    }

    private static Page plain(NetAnswer answer, Format format, List<String> notes) {
        String text = PageCharset.decode(answer.body(), answer.body().length, charset(answer));
        if (TextType.isBinary(text)) {
            throw notText(answer, "is not the text that its server says it is");
        }
        String lines = text.replace("\r\n", "\n");
        // A source is shown as it is, with what nobody would see of it written out; elsewhere that is left out, as in a
        // page.
        return page(answer, "", format == Format.RAW ? VisibleText.of(lines) : Characters.visible(lines), notes);
    }

    private static Page page(NetAnswer answer, String title, String content, List<String> notes) {
        if (content.isBlank()) {
            notes.add("The page has no text.");
        }
        String shown = title.isEmpty() ? title : Excerpt.path(title);
        return new Page(answer.url(), shown, content, List.copyOf(notes));
    }

    private static Optional<Charset> charset(NetAnswer answer) {
        return answer.contentType().charset().flatMap(PageCharset::named);
    }

    private static ToolException notText(NetAnswer answer, String what) {
        return new ToolException(
                answer.url().brief() + " " + what + "; only text can be fetched, so use another source");
    }

    private static String size(NetAnswer answer) {
        return answer.header("Content-Length")
                .filter(length -> length.length() < 16 && length.chars().allMatch(c -> c >= '0' && c <= '9'))
                .map(length -> " of " + length + " bytes")
                .orElse("");
    }
}
