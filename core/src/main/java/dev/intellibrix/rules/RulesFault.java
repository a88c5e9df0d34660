package dev.intellibrix.rules;

/** Text that is no valid set of rules; the message gives the line and the reason. */
final class RulesFault extends Exception {

    private static final long serialVersionUID = 1L;

    private final String reason;

    RulesFault(String reason) {
        super(reason);
        this.reason = reason;
    }

    static RulesFault at(int line, String reason) {
        return new RulesFault("line " + line + ": " + reason);
    }

    /** The line, where there is one, and what is wrong there. */
    String reason() {
        return reason;
    }
}
