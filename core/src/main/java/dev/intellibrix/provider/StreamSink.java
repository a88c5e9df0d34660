package dev.intellibrix.provider;

/** Takes a model's turn in pieces while it arrives. */
public interface StreamSink {

    /** A sink that drops everything. */
    static StreamSink none() {
        return NoStreamSink.INSTANCE;
    }

    /** More of the answer's text. */
    void text(String delta);

    /** More of the readable reasoning. */
    void reasoning(String delta);
}
