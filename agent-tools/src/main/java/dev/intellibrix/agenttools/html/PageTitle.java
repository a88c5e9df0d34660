package dev.intellibrix.agenttools.html;

import dev.intellibrix.internal.text.CharacterBorder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** Finds the title of a page. */
final class PageTitle {

    private static final int MAX_LENGTH = 300;

    private static final List<String> METADATA = List.of(
            "meta[property~=(^|\\s)og:title(\\s|$)]",
            "meta[name=og:title]",
            "meta[name=twitter:title]",
            "meta[property=twitter:title]",
            "meta[name=dc.title]",
            "meta[name=title]");

    private PageTitle() {}

    static String of(Document document, Part body) {
        for (String query : METADATA) {
            Element meta = document.selectFirst(query);
            String title = meta == null ? "" : line(meta.attr("content"));
            if (!title.isEmpty()) {
                return title;
            }
        }
        Element title = document.selectFirst("head > title, body > title");
        String named = title == null ? "" : line(title.wholeText());
        return named.isEmpty() ? line(firstHeading(body)) : named;
    }

    private static String line(String text) {
        String line = Characters.line(text);
        if (line.length() <= MAX_LENGTH) {
            return line;
        }
        return line.substring(0, CharacterBorder.upTo(line, MAX_LENGTH - 1)) + "\u2026";
    }

    private static String firstHeading(Part body) {
        Deque<Part> todo = new ArrayDeque<>(List.of(body));
        while (!todo.isEmpty()) {
            Part part = todo.pop();
            if (part.is("h1")) {
                return CodeBlock.textOf(part);
            }
            for (int i = part.children().size() - 1; i >= 0; i--) {
                todo.push(part.children().get(i));
            }
        }
        return "";
    }
}
