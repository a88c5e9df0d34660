package dev.intellibrix.testing;

import dev.intellibrix.provider.StreamSink;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Passes a stream on and keeps its pieces. */
final class CassetteRecorder implements StreamSink {

    private final StreamSink to;
    private final List<CassetteTurn.Piece> pieces = new ArrayList<>();
    private long last = System.nanoTime();

    CassetteRecorder(StreamSink to) {
        this.to = to;
    }

    @Override
    public void text(String delta) {
        pieces.add(new CassetteTurn.Piece(false, delta, millisSinceLast()));
        to.text(delta);
    }

    @Override
    public void reasoning(String delta) {
        pieces.add(new CassetteTurn.Piece(true, delta, millisSinceLast()));
        to.reasoning(delta);
    }

    List<CassetteTurn.Piece> pieces() {
        return List.copyOf(pieces);
    }

    private long millisSinceLast() {
        long now = System.nanoTime();
        long millis = TimeUnit.NANOSECONDS.toMillis(now - last);
        last = now;
        return millis;
    }
}
