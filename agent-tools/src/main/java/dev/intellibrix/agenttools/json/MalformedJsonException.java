package dev.intellibrix.agenttools.json;

/** A text that is not JSON. */
final class MalformedJsonException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String complaint;
    private final int line;
    private final boolean cutOff;

    /**
     * A text that is not JSON.
     *
     * @param complaint what is wrong
     * @param line where, counted from 1; the first line of a value that is cut off
     * @param cutOff whether the text ends within a value
     */
    MalformedJsonException(String complaint, int line, boolean cutOff) {
        super(complaint, null, false, false);
        this.complaint = complaint;
        this.line = line;
        this.cutOff = cutOff;
    }

    String complaint() {
        return complaint;
    }

    int line() {
        return line;
    }

    boolean isCutOff() {
        return cutOff;
    }
}
