package dev.intellibrix.provider.textcalls;

/** The text of a turn as far as it has come. Places in it never change, since it only grows at its end. */
final class GrowingText {

    /** What {@link #match} says when the text ends before the marker does. */
    static final int UNSURE = 0;

    /** What {@link #match} says when something else stands there. */
    static final int OTHER = -1;

    /** How often a turn is read to its end for a mark that is in no string. */
    private static final int MOST_SEARCHES = 16;

    private final StringBuilder text = new StringBuilder();
    private int searches;

    void append(String more) {
        text.append(more);
    }

    int length() {
        return text.length();
    }

    char charAt(int at) {
        return text.charAt(at);
    }

    String between(int start, int end) {
        return text.substring(start, end);
    }

    /** Where the marker stands, not before {@code from}; -1 for nowhere yet. */
    int indexOf(String marker, int from) {
        return text.indexOf(marker, from);
    }

    /** The length of the marker where it stands here, or {@link #UNSURE} or {@link #OTHER}. */
    int match(int at, String marker) {
        int known = Math.min(marker.length(), text.length() - at);
        for (int i = 0; i < known; i++) {
            if (text.charAt(at + i) != marker.charAt(i)) {
                return OTHER;
            }
        }
        return known == marker.length() ? known : UNSURE;
    }

    /** Takes note of a search that found nothing to the end of the turn. */
    void searchedInVain() {
        searches++;
    }

    /** Whether one more search may go to the end, so that a text which is full of open strings is not read over and over. */
    boolean mayBeSearched() {
        return searches < MOST_SEARCHES;
    }

    /** The first place from here on that is not white space, or the length. */
    int skipBlank(int from) {
        int at = from;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    /** The place behind the last character before {@code end} that is not white space, not before {@code start}. */
    int trimmedEnd(int start, int end) {
        int at = end;
        while (at > start && Character.isWhitespace(text.charAt(at - 1))) {
            at--;
        }
        return at;
    }

    /** Whether the marker ends here and begins not before {@code start}. */
    boolean endsWith(String marker, int start, int end) {
        int at = end - marker.length();
        return at >= start && match(at, marker) > 0;
    }
}
