package dev.intellibrix.provider;

/** Remembers whether the sink behind it was given anything. For one call. */
final class WatchedSink implements StreamSink {

    private final StreamSink sink;
    private boolean emitted;

    WatchedSink(StreamSink sink) {
        this.sink = sink;
    }

    @Override
    public void text(String delta) {
        emitted = true;
        sink.text(delta);
    }

    @Override
    public void reasoning(String delta) {
        emitted = true;
        sink.reasoning(delta);
    }

    boolean emitted() {
        return emitted;
    }
}
