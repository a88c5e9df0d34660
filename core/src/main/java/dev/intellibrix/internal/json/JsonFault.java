package dev.intellibrix.internal.json;

/** A text that is not the JSON that was expected; the message says why and where. */
public final class JsonFault extends Exception {

    private static final long serialVersionUID = 1L;

    public JsonFault(String message) {
        super(message);
    }
}
