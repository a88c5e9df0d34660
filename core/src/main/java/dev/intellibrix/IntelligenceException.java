package dev.intellibrix;

/**
 * The root of every exception that this SDK throws for something that went wrong at run time, as opposed to misuse, which
 * is an {@link IllegalArgumentException} or an {@link IllegalStateException}. Catch a subclass to handle a particular
 * failure, or this class to handle all of them.
 */
public class IntelligenceException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public IntelligenceException(String message) {
        super(message);
    }

    public IntelligenceException(String message, @org.jspecify.annotations.Nullable Throwable cause) {
        super(message, cause);
    }
}
