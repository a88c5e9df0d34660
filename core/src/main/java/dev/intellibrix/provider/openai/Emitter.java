package dev.intellibrix.provider.openai;

import dev.intellibrix.provider.StreamSink;

/** Gives what arrives to the sink and remembers that it did, and what. */
final class Emitter {

    private final StreamSink sink;
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder refusal = new StringBuilder();
    private boolean emitted;

    Emitter(StreamSink sink) {
        this.sink = sink;
    }

    void text(String delta) {
        if (!delta.isEmpty()) {
            text.append(delta);
            emitted = true;
            sink.text(delta);
        }
    }

    /** A refusal is the answer that the user gets to read. */
    void refusal(String delta) {
        refusal.append(delta);
        text(delta);
    }

    void reasoning(String delta) {
        if (!delta.isEmpty()) {
            emitted = true;
            sink.reasoning(delta);
        }
    }

    /** All text that was given out, a refusal included. */
    String text() {
        return text.toString();
    }

    String refusal() {
        return refusal.toString();
    }

    boolean emitted() {
        return emitted;
    }
}
