package dev.intellibrix.agenttools.html;

/** Tells buttons that are text from those that are controls: a question that unfolds its answer is a button, too. */
final class ButtonText {

    private static final int SENTENCE = 25;

    private ButtonText() {}

    static boolean isKept(Part button) {
        if (button.measure().letters() >= SENTENCE) {
            return true;
        }
        for (Part up = button.parent(); up != null; up = up.parent()) {
            if (Elements.headingLevel(up.name()) > 0 || up.is("dt", "summary", "th", "td")) {
                return true;
            }
        }
        return false;
    }
}
