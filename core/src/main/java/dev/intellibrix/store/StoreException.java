package dev.intellibrix.store;

import dev.intellibrix.IntelligenceException;
import org.jspecify.annotations.Nullable;

/** A store whose place cannot be read or written: a full disk, a database that is gone, a file that was damaged. */
public final class StoreException extends IntelligenceException {

    private static final long serialVersionUID = 1L;

    /** An exception with this message. */
    public StoreException(String message) {
        super(message);
    }

    /** An exception with this message and what led to it. */
    public StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
