package dev.intellibrix.provider;

/** See {@link StreamSink#none()}. */
enum NoStreamSink implements StreamSink {
    INSTANCE;

    @Override
    public void text(String delta) {}

    @Override
    public void reasoning(String delta) {}
}
