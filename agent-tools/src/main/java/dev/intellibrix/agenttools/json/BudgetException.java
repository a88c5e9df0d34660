package dev.intellibrix.agenttools.json;

/** A query that has used up what it may cost. The query can not catch it. */
final class BudgetException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean ofMemory;

    BudgetException(String message) {
        this(message, false);
    }

    private BudgetException(String message, boolean ofMemory) {
        super(message, null, false, false);
        this.ofMemory = ofMemory;
    }

    /** One that reading less at a time helps against. */
    static BudgetException memory(String message) {
        return new BudgetException(message, true);
    }

    boolean isOfMemory() {
        return ofMemory;
    }
}
