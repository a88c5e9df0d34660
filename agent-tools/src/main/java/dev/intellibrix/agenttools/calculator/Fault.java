package dev.intellibrix.agenttools.calculator;

/** A calculation that has no result, without the place in the expression, which the machine adds. */
class Fault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Fault(String message) {
        super(message, null, false, false);
    }
}
