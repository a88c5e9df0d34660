package dev.intellibrix.agenttools.search;

import dev.intellibrix.agenttools.html.Characters;
import dev.intellibrix.internal.text.CharacterBorder;
import java.util.regex.Pattern;
import org.jsoup.parser.Parser;

/**
 * A title or a snippet as one line of plain text: without the tags that services mark words with, with entities as what they
 * stand for, and without what a reader does not see. Other tags stay, since a text about code has them.
 */
final class PlainLine {

    private static final int MAX_RAW = 20_000;
    private static final Pattern MARKS = Pattern.compile(
            "(?i)</?(?:strong|b|em|i|u|mark|span|small|sub|sup|br|wbr|p|div|font|code)(?:\\s[^<>]{0,200})?/?>");
    private static final Pattern BREAKS = Pattern.compile("(?i)</?(?:br|p|div)(?:\\s[^<>]{0,200})?/?>");

    private PlainLine() {}

    /** At most this many characters, with three dots where there were more. */
    static String of(String text, int maxChars) {
        String raw = text.length() <= MAX_RAW ? text : text.substring(0, MAX_RAW);
        String unmarked = MARKS.matcher(BREAKS.matcher(raw).replaceAll(" ")).replaceAll("");
        // As in an attribute: &copy=1 of a URL in plain text is no entity.
        String line = Characters.line(Parser.unescapeEntities(unmarked, true));
        return line.length() <= maxChars ? line : cut(line, maxChars);
    }

    private static String cut(String line, int maxChars) {
        int end = CharacterBorder.upTo(line, maxChars);
        return line.substring(0, end).strip() + "...";
    }
}
