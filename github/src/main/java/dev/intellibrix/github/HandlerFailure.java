package dev.intellibrix.github;

import dev.intellibrix.internal.text.VisibleText;
import org.jspecify.annotations.Nullable;

/**
 * What a handler threw, for the log. Its messages may quote an event, which strangers wrote: here each is on one line, so that
 * nobody writes lines of the log, and not at length.
 */
final class HandlerFailure extends Exception {

    private static final long serialVersionUID = 1L;
    private static final int MAX_MESSAGE = 500;
    private static final int MAX_CAUSES = 10;

    private HandlerFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    static HandlerFailure of(Throwable thrown) {
        return of(thrown, MAX_CAUSES);
    }

    private static HandlerFailure of(Throwable thrown, int causes) {
        Throwable cause = thrown.getCause();
        String message = thrown.getMessage();
        String said = message == null ? "" : ": " + Texts.cut(VisibleText.line(message), MAX_MESSAGE);
        HandlerFailure failure = new HandlerFailure(
                thrown.getClass().getName() + said, cause == null || causes == 0 ? null : of(cause, causes - 1));
        failure.setStackTrace(thrown.getStackTrace());
        return failure;
    }
}
