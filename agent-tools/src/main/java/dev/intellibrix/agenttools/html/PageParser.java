package dev.intellibrix.agenttools.html;

import dev.intellibrix.tool.Cancellation;
import java.io.Reader;
import java.io.StringReader;
import java.util.Iterator;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.jsoup.parser.StreamParser;

/**
 * Builds the tree of a page within bounds. The parser is driven element by element, because a small page can make it
 * build a large tree: each paragraph opens anew all formatting that was left open before it.
 */
final class PageParser {

    /** The number of elements that are read of a page at most. */
    static final int MAX_ELEMENTS = 200_000;

    /** The number of tags and comments that are read of a page at most: texts and comments take memory as elements do. */
    static final int MAX_TAGS = 400_000;

    /** The number of attributes that all elements have together at most; those that are opened anew have theirs again. */
    private static final int MAX_ATTRIBUTES = 2_000_000;

    /** The depth of the tree at most; what is nested deeper becomes a sibling of what is there. */
    private static final int MAX_DEPTH = 256;

    private final Cancellation cancellation;
    private final Notes notes;

    PageParser(Cancellation cancellation, Notes notes) {
        this.cancellation = cancellation;
        this.notes = notes;
    }

    Document parse(String html, String base) {
        Parser settings = Parser.htmlParser().setMaxDepth(MAX_DEPTH);
        StreamParser parser =
                new StreamParser(settings).parse(new CancellableReader(withinTags(html), cancellation), base);
        Document document = parser.document();
        try (parser) {
            int count = 0;
            int attributes = 0;
            for (Iterator<Element> elements = parser.iterator(); elements.hasNext(); ) {
                attributes += elements.next().attributesSize();
                if (++count > MAX_ELEMENTS || attributes > MAX_ATTRIBUTES) {
                    notes.add("The page has more than " + MAX_ELEMENTS + " elements, or " + MAX_ATTRIBUTES
                            + " attributes of theirs; the rest was not read.");
                    break;
                }
                if (count % 256 == 0) {
                    cancellation.throwIfCancelled();
                }
            }
        }
        return document;
    }

    /** The page up to so many tags: whatever node there is, one of them has to begin or end it. */
    private String withinTags(String html) {
        int tags = 0;
        for (int i = html.indexOf('<'); i >= 0; i = html.indexOf('<', i + 1)) {
            if (++tags > MAX_TAGS) {
                notes.add("The page has more than " + MAX_TAGS + " tags; the rest was not read.");
                return html.substring(0, i);
            }
        }
        return html;
    }

    /** Looks at the cancellation each time the parser asks for more, also within one long text. */
    private static final class CancellableReader extends Reader {

        private final StringReader source;
        private final Cancellation cancellation;

        CancellableReader(String source, Cancellation cancellation) {
            this.source = new StringReader(source);
            this.cancellation = cancellation;
        }

        @Override
        public int read(char[] buffer, int offset, int length) throws java.io.IOException {
            cancellation.throwIfCancelled();
            return source.read(buffer, offset, length);
        }

        @Override
        public void close() {
            source.close();
        }
    }
}
