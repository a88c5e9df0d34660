package dev.intellibrix.provider.wire;

import dev.intellibrix.provider.StreamSink;

/** Gives what arrives to the sink and remembers that it did, and what. For one turn. */
public final class Emitter {

    private final StreamSink sink;
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder refusal = new StringBuilder();
    private boolean emitted;

    /** Gives to this sink. */
    public Emitter(StreamSink sink) {
        this.sink = sink;
    }

    /** More of the text; an empty piece is none. */
    public void text(String delta) {
        if (!delta.isEmpty()) {
            text.append(delta);
            emitted = true;
            sink.text(delta);
        }
    }

    /** A refusal is the answer that the user gets to read. */
    public void refusal(String delta) {
        refusal.append(delta);
        text(delta);
    }

    /** More of the readable reasoning; an empty piece is none. */
    public void reasoning(String delta) {
        if (!delta.isEmpty()) {
            emitted = true;
            sink.reasoning(delta);
        }
    }

    /** All text that was given out, a refusal included. */
    public String text() {
        return text.toString();
    }

    /** All text that was a refusal. */
    public String refusal() {
        return refusal.toString();
    }

    /** Whether the sink was given anything. */
    public boolean emitted() {
        return emitted;
    }
}
