package dev.intellibrix.agenttools.html;

/**
 * How much text there is in a part. A letter is any character that is not white space; letters of scripts that write a
 * word in one or two signs count threefold, so that the bounds hold for all languages.
 *
 * @param letters all letters
 * @param linked the letters inside links
 * @param prose the letters of paragraphs, that is of runs of text long enough to be a sentence, without those in links
 * @param marks the commas and full stops
 */
record Measure(int letters, int linked, int prose, int marks) {

    static final Measure NOTHING = new Measure(0, 0, 0, 0);

    private static final String MARKS = ",.;:!?\u060c\u061f\u3001\u3002\uff0c\uff01\uff1f";

    static Measure ofText(String text) {
        int letters = 0;
        int marks = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c > ' ') {
                letters += isDense(c) ? 3 : 1;
                marks += MARKS.indexOf(c) >= 0 ? 1 : 0;
            }
        }
        return letters == 0 ? NOTHING : new Measure(letters, 0, 0, marks);
    }

    private static boolean isDense(char c) {
        return c >= '\u2e80' && c <= '\ud7af';
    }

    Measure plus(Measure other) {
        return new Measure(letters + other.letters, linked + other.linked, prose + other.prose, marks + other.marks);
    }

    Measure minus(Measure other) {
        return new Measure(letters - other.letters, linked - other.linked, prose - other.prose, marks - other.marks);
    }

    Measure asLink() {
        return new Measure(letters, letters, 0, marks);
    }

    Measure withProse(int more) {
        return new Measure(letters, linked, prose + more, marks);
    }

    /** The share of letters that are in links, 0 to 1; 0 when there are none. */
    double linkShare() {
        return letters == 0 ? 0 : (double) linked / letters;
    }
}
