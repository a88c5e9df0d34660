package dev.intellibrix.agenttools.json;

/** A query that has used up what it may cost. The query can not catch it. */
final class BudgetException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BudgetException(String message) {
        super(message, null, false, false);
    }
}
