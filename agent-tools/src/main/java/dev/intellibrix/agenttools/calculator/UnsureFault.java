package dev.intellibrix.agenttools.calculator;

/** An approximation is too coarse to decide something; with more digits it may not be. */
final class UnsureFault extends Fault {

    private static final long serialVersionUID = 1L;

    UnsureFault(String text) {
        super(text);
    }
}
