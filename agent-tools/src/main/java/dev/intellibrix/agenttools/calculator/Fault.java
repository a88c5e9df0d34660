package dev.intellibrix.agenttools.calculator;

/** A calculation that has no result, without the place in the expression, which the machine adds. */
class Fault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String text;

    Fault(String text) {
        super(text, null, false, false);
        this.text = text;
    }

    String text() {
        return text;
    }
}
