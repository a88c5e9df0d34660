package dev.intellibrix.agenttools.html;

/**
 * What a part weighs in the search for the main content. A paragraph counts for the element that it stands in, and half
 * for the one around that: the element that holds the paragraphs of an article side by side gets the most.
 */
final class Weight {

    /** So much text without a block in it is several paragraphs, which are set apart by line breaks. */
    private static final int SEVERAL = 500;

    /** Shared by all texts, whose measure says all there is to say. */
    static final Weight OF_TEXT = new Weight();

    private Measure left = Measure.NOTHING;
    private int own;
    private boolean hasBlocks;
    private boolean hasTitle;
    private double score;
    private double best;

    /** Adds up what is in a part, after all parts in it. */
    void addUp(Part part) {
        own = part.measure().prose();
        left = part.measure();
        for (Part child : part.children()) {
            own -= child.measure().prose();
            left = left.minus(child.measure());
            if (child.isText()) {
                left = left.plus(child.isDropped() ? Measure.NOTHING : child.measure());
            } else if (!child.isDropped()) {
                left = left.plus(child.weight().left);
                hasBlocks |= Elements.isBlock(child.name());
                hasTitle |= child.weight().hasTitle;
                best = Math.max(best, child.weight().best);
            }
        }
        hasTitle |= part.is("h1");
        credit(part);
        best = Math.max(best, score);
    }

    /** Starts again, before the parts in this one are added up. */
    void clear() {
        score = 0;
        best = 0;
        hasBlocks = false;
        hasTitle = false;
    }

    private void credit(Part part) {
        Part parent = part.parent();
        if (own == 0 || parent == null) {
            return;
        }
        if (hasBlocks || own >= SEVERAL) {
            score += own;
            parent.weight().score += own / 2.0;
        } else {
            parent.weight().score += own;
            Part next = parent.parent();
            if (next != null) {
                next.weight().score += own / 2.0;
            }
        }
    }

    /** The prose in the part that is not dropped. */
    int kept() {
        return left.prose();
    }

    /** All in the part that is not dropped. */
    Measure left() {
        return left;
    }

    /** The prose of the part that is in no block inside of it. */
    int own() {
        return own;
    }

    /** Whether the part is one paragraph. */
    boolean isParagraph() {
        return own > 0 && !hasBlocks && own < SEVERAL;
    }

    /** Whether there is a heading of the first level in the part. */
    boolean hasTitle() {
        return hasTitle;
    }

    /** The highest score in the part. */
    double best() {
        return best;
    }
}
