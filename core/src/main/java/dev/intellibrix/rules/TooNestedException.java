package dev.intellibrix.rules;

/**
 * A command is nested deeper than it is looked into. It ends the reading as a whole, since what lies deeper must not pass
 * for less than what lies above.
 */
final class TooNestedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TooNestedException() {
        super("nested too deep", null, false, false);
    }
}
