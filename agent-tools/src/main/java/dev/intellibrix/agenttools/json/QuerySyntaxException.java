package dev.intellibrix.agenttools.json;

/** A query that can not be read, or that asks for what is outside the subset. */
final class QuerySyntaxException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    QuerySyntaxException(String message) {
        super(message, null, false, false);
    }
}
