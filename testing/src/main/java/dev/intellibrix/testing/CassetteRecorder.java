package dev.intellibrix.testing;

import dev.intellibrix.provider.StreamSink;
import java.util.ArrayList;
import java.util.List;

/** Passes a stream on and keeps its pieces. */
final class CassetteRecorder implements StreamSink {

    private final StreamSink to;
    private final List<CassetteTurn.Piece> pieces = new ArrayList<>();

    CassetteRecorder(StreamSink to) {
        this.to = to;
    }

    @Override
    public void text(String delta) {
        pieces.add(new CassetteTurn.Piece(false, delta));
        to.text(delta);
    }

    @Override
    public void reasoning(String delta) {
        pieces.add(new CassetteTurn.Piece(true, delta));
        to.reasoning(delta);
    }

    List<CassetteTurn.Piece> pieces() {
        return List.copyOf(pieces);
    }
}
