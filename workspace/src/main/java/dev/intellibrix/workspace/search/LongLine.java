package dev.intellibrix.workspace.search;

import dev.intellibrix.tool.Cancellation;
import java.util.Locale;

/** Shows a line of bounded length: a longer one is cut to what is around the match. */
final class LongLine {

    private LongLine() {}

    static String cut(String line, int maxChars, GrepPattern pattern) {
        if (line.length() <= maxChars) {
            return clean(line);
        }
        GrepPattern.Finder match = pattern.in(line, Cancellation.none());
        boolean found = match.find(0);
        int start = found ? match.start() : 0;
        int end = found ? Math.min(match.end(), start + maxChars) : 0;
        int from = Math.max(0, Math.min(start - (maxChars - (end - start)) / 2, line.length() - maxChars));
        int to = from + maxChars;
        from += splitsCharacter(line, from) ? 1 : 0;
        to -= splitsCharacter(line, to) ? 1 : 0;
        return mark(from) + clean(line.substring(from, to)) + mark(line.length() - to);
    }

    private static boolean splitsCharacter(String line, int index) {
        return index > 0 && index < line.length() && Character.isLowSurrogate(line.charAt(index));
    }

    private static String mark(int cut) {
        return cut == 0 ? "" : String.format(Locale.ROOT, "[... %,d characters ...]", cut);
    }

    /** Zero bytes are no text for most who read this. */
    private static String clean(String text) {
        return text.replace('\0', '\ufffd');
    }
}
