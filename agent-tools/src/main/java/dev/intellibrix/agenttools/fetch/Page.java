package dev.intellibrix.agenttools.fetch;

import dev.intellibrix.internal.net.WebUrl;
import dev.intellibrix.tool.ToolException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A page in the form that was asked for.
 *
 * @param url where it came from after all redirects
 * @param title its title on one line; empty when it has none
 * @param content its whole text
 * @param notes what else the model should know of it, each a sentence
 */
record Page(WebUrl url, String title, String content, List<String> notes) {

    /** How many characters it takes up. */
    int weight() {
        return content.length() + title.length() + url.toString().length();
    }

    /** This page with one thing more to know of it. */
    Page with(String note) {
        List<String> more = new ArrayList<>(notes);
        more.add(note);
        return new Page(url, title, content, List.copyOf(more));
    }

    /**
     * What the model reads of it: what is said about the page, an empty line, and then nothing but the page, so that no text of
     * a page can pass for what is said about it.
     *
     * @param start the first character, from 0
     * @param maxChars the most characters of the content
     * @throws ToolException when the page ends before the start
     */
    String shown(int start, int maxChars) {
        int length = content.length();
        if (start > 0 && start >= length) {
            throw new ToolException(
                    String.format(Locale.ROOT, "%s has %,d characters; start must be less", url.brief(), length));
        }
        int from = isInsidePair(start) ? start + 1 : start;
        int cut = from + Math.min(maxChars, length - from);
        int end = isInsidePair(cut) ? cut + 1 : cut;
        StringBuilder shown = new StringBuilder(end - from + 500);
        shown.append("URL: ").append(url).append('\n');
        if (!title.isEmpty()) {
            shown.append("Title: ").append(title).append('\n');
        }
        notes.forEach(note -> shown.append('[').append(note).append("]\n"));
        if (from > 0 || end < length) {
            shown.append(range(from, end));
        }
        if (end > from) {
            shown.append('\n').append(content, from, end);
        }
        if (end > from && shown.charAt(shown.length() - 1) != '\n') {
            shown.append('\n');
        }
        return shown.toString();
    }

    private String range(int from, int end) {
        String rest =
                end < content.length() ? String.format(Locale.ROOT, "; call again with start %d for more", end) : "";
        return String.format(Locale.ROOT, "[characters %d to %d of %d%s]\n", from, end, content.length(), rest);
    }

    /** Whether a cut here would part the halves of a character. */
    private boolean isInsidePair(int at) {
        return at > 0
                && at < content.length()
                && Character.isHighSurrogate(content.charAt(at - 1))
                && Character.isLowSurrogate(content.charAt(at));
    }
}
