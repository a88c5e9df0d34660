package dev.intellibrix.telemetry;

import dev.intellibrix.provider.ProviderException;

/** Names a failure in a word of which there are few; messages and the codes of servers are not among them. */
final class Errors {

    private Errors() {}

    /** The HTTP status of a provider's answer, or the class of the exception. */
    static String type(Throwable failure) {
        if (failure instanceof ProviderException known && known.status() > 0) {
            return String.valueOf(known.status());
        }
        return failure.getClass().getName();
    }
}
