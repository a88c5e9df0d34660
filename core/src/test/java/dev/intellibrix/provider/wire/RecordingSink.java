package dev.intellibrix.provider.wire;

import dev.intellibrix.provider.StreamSink;
import java.util.ArrayList;
import java.util.List;

/** Keeps what it is given, in order: {@code text:...} and {@code reasoning:...}. */
public final class RecordingSink implements StreamSink {

    private final List<String> deltas = new ArrayList<>();

    @Override
    public void text(String delta) {
        deltas.add("text:" + delta);
    }

    @Override
    public void reasoning(String delta) {
        deltas.add("reasoning:" + delta);
    }

    /** What was given. */
    public List<String> deltas() {
        return deltas;
    }
}
