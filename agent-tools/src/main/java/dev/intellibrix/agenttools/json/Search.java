package dev.intellibrix.agenttools.json;

/**
 * The places at which a part stands in a text, one after the other. Whatever the two are, a search takes time in proportion to
 * their lengths, and it is charged to the run on the way. For one thread.
 */
final class Search {

    /** Up to this length of a part, and of a text, the search of the platform is quick, whatever they are. */
    private static final int SHORT_PART = 16;

    private static final int SHORT_TEXT = 1 << 20;

    /** How many characters pass between two charges. */
    private static final int CHUNK = 1 << 12;

    private final Run run;
    private final String text;
    private final String part;
    /** For each beginning of the part, how much of its end is a beginning of the part, too; none for a plain search. */
    private final int[] borders;

    private int at;
    private int matched;

    /**
     * A search from the start of a text.
     *
     * @param part what is searched for; not empty
     */
    Search(Run run, String text, String part) {
        this.run = run;
        this.text = text;
        this.part = part;
        boolean plain = part.length() > text.length() || (part.length() <= SHORT_PART && text.length() <= SHORT_TEXT);
        this.borders = plain ? new int[0] : borders(run, part);
    }

    /** Where the part stands next; it may begin within where it stood last. -1 when there is no more. */
    int next() {
        return borders.length == 0 ? plainly() : byBorders();
    }

    /** Where the part stands next after where it stood last. -1 when there is no more. */
    int nextApart() {
        if (borders.length > 0) {
            matched = 0;
        } else if (at > 0) {
            at = Math.min(text.length(), at + part.length() - 1);
        }
        return next();
    }

    private int plainly() {
        int found = text.indexOf(part, at);
        run.work((found < 0 ? text.length() : found) - at);
        at = found < 0 ? text.length() : found + 1;
        return found;
    }

    private int byBorders() {
        while (at < text.length()) {
            if (at % CHUNK == 0) {
                run.work(CHUNK);
            }
            matched = longer(borders, part, matched, text.charAt(at++));
            if (matched == part.length()) {
                matched = borders[matched - 1];
                return at - part.length();
            }
        }
        return -1;
    }

    /** How much of the part ends with the next character. */
    private static int longer(int[] borders, String part, int matched, char next) {
        int length = matched;
        while (length > 0 && part.charAt(length) != next) {
            length = borders[length - 1];
        }
        return part.charAt(length) == next ? length + 1 : length;
    }

    private static int[] borders(Run run, String part) {
        run.allocate(4L * part.length());
        int[] borders = new int[part.length()];
        for (int i = 1; i < borders.length; i++) {
            if (i % CHUNK == 0) {
                run.work(CHUNK);
            }
            borders[i] = longer(borders, part, borders[i - 1], part.charAt(i));
        }
        return borders;
    }
}
