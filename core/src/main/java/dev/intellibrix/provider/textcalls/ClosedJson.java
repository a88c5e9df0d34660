package dev.intellibrix.provider.textcalls;

/**
 * Finds the mark that closes a JSON text, which may hold the mark in a string. Where every mark stands in a string, because
 * a quote is missing somewhere, the first one closes it; so it does in a turn that has many such texts. What is closed in a
 * string is never whole JSON.
 */
final class ClosedJson {

    private final String mark;
    private int at;
    private int markInString = -1;
    private boolean inString;

    /** A text that begins here. */
    ClosedJson(int start, String mark) {
        this.at = start;
        this.mark = mark;
    }

    /** The place of the mark, or -1 when there is none yet. */
    int end(GrowingText text, boolean isEnd) {
        if (isEnd && markInString >= 0 && !text.mayBeSearched()) {
            return markInString;
        }
        for (; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == mark.charAt(0)) {
                int found = text.match(at, mark);
                if (found == GrowingText.UNSURE && !isEnd) {
                    return -1;
                }
                if (found > 0 && !inString) {
                    return at;
                }
                markInString = found > 0 && markInString < 0 ? at : markInString;
                if (found > 0 && isEnd && !text.mayBeSearched()) {
                    return markInString;
                }
            }
            if (inString && c == '\\') {
                at++;
            } else if (c == '"') {
                inString = !inString;
            }
        }
        if (!isEnd) {
            return -1;
        }
        text.searchedInVain();
        return markInString;
    }
}
