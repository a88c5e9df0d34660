package dev.intellibrix.agenttools.html;

/**
 * Adds up the parts of an element. Text that stands between two blocks is a paragraph; when it is long enough to be a
 * sentence it counts as prose.
 */
final class MeasureSum {

    /** The letters of a short sentence: what is shorter is a label, a menu entry or a date. */
    private static final int SENTENCE = 40;

    private final boolean block;
    private Measure total = Measure.NOTHING;
    private Measure run = Measure.NOTHING;

    MeasureSum(boolean block) {
        this.block = block;
    }

    void add(Part child) {
        boolean ends = Elements.isBlock(child.name())
                || child.is("br")
                || child.measure().prose() > 0;
        if (ends) {
            endRun();
            total = total.plus(child.measure());
        } else {
            run = run.plus(child.measure());
        }
    }

    Measure total() {
        if (!block) {
            // The run may go on outside of this element.
            return total.plus(run);
        }
        endRun();
        return total;
    }

    private void endRun() {
        int own = run.letters() - run.linked();
        total = total.plus(run).withProse(own >= SENTENCE && own > run.linked() ? own : 0);
        run = Measure.NOTHING;
    }
}
