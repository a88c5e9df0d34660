package dev.intellibrix.provider.textcalls;

import dev.intellibrix.provider.StreamSink;
import java.util.List;

/** Gives on what is text; calls come with the whole turn. For one turn. */
final class TextSink implements CallScanner.Output {

    private final StreamSink sink;

    TextSink(StreamSink sink) {
        this.sink = sink;
    }

    /** A sink for the model's text, calls and all, which this scanner divides. */
    StreamSink before(CallScanner scanner) {
        return new StreamSink() {
            @Override
            public void text(String delta) {
                scanner.add(delta);
            }

            @Override
            public void reasoning(String delta) {
                sink.reasoning(delta);
            }
        };
    }

    @Override
    public void text(String text) {
        sink.text(text);
    }

    @Override
    public void calls(List<WrittenCall> calls) {}
}
