package dev.intellibrix.provider.textcalls;

/** Finds where a JSON object or array ends in a text that still grows. */
final class JsonSpan {

    private int at;
    private int depth;
    private boolean inString;
    private int end = -1;

    /** A value that begins at this bracket. */
    JsonSpan(int start) {
        this.at = start;
    }

    /** The place behind the value, or -1 when it has not ended yet. */
    int end(GrowingText text) {
        while (end < 0 && at < text.length()) {
            char c = text.charAt(at);
            if (inString && c == '\\') {
                at += 2;
                continue;
            }
            at++;
            if (c == '"') {
                inString = !inString;
            } else if (!inString && (c == '{' || c == '[')) {
                depth++;
            } else if (!inString && (c == '}' || c == ']') && --depth == 0) {
                end = at;
            }
        }
        return end;
    }
}
