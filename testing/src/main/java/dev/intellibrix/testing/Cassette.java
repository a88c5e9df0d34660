package dev.intellibrix.testing;

import dev.intellibrix.internal.text.KeyShapes;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.provider.StreamSink;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Records what a model answers, and plays it back without one. The file is JSON that a person can read and edit: for each
 * turn, what was new in the request and what came back, piece by piece.
 *
 * <p>Playing is strict: a request that differs from the recorded one fails with the first difference, and nothing is ever
 * sent anywhere. Labels and headers are not part of a recording, what has the shape of a key is masked, and what else must
 * not be written is removed by {@link #redacting}.
 *
 * <p>One cassette belongs to one run after the other; it is thread-safe, but turns of parallel runs would mix.
 *
 * <pre>{@code
 * Provider recording = Cassette.record(Path.of("rename.json"), OpenAiProvider.of(key));
 * Provider playing = Cassette.play(Path.of("rename.json"));
 * }</pre>
 */
public final class Cassette implements Provider {

    private final Path file;
    private final String id;
    private final @Nullable Provider source;
    private final UnaryOperator<String> redaction;
    private final boolean inRealTime;
    private final Object lock = new Object();
    private final List<CassetteTurn> turns; // Guarded by lock.
    private int played; // Guarded by lock.
    private final CassetteRuns runs = new CassetteRuns(); // Guarded by lock.
    private @Nullable AssertionError mismatch; // The first one. Guarded by lock.

    private Cassette(
            Path file,
            String id,
            @Nullable Provider source,
            UnaryOperator<String> redaction,
            boolean inRealTime,
            List<CassetteTurn> turns) {
        this.file = file;
        this.id = id;
        this.source = source;
        this.redaction = redaction;
        this.inRealTime = inRealTime;
        this.turns = turns;
    }

    /** A provider that asks another one and writes down what it answers; the file is written anew after each turn. */
    public static Cassette record(Path file, Provider source) {
        return new Cassette(file, source.id(), source, KeyShapes::masked, false, new ArrayList<>());
    }

    /**
     * A provider that plays a recording.
     *
     * @throws IllegalArgumentException when the file is not a recording
     */
    public static Cassette play(Path file) {
        CassetteFile.Recording recording = CassetteFile.read(file);
        return new Cassette(file, recording.provider(), null, KeyShapes::masked, false, recording.turns());
    }

    /**
     * This cassette with something done to each text before it is written or compared, such as taking out secrets, or paths
     * that differ from run to run.
     */
    public Cassette redacting(UnaryOperator<String> with) {
        synchronized (lock) {
            return new Cassette(
                    file, id, source, text -> with.apply(redaction.apply(text)), inRealTime, new ArrayList<>(turns));
        }
    }

    /** This cassette, playing each piece of a stream as long after the one before as it was recorded. */
    public Cassette inRealTime() {
        synchronized (lock) {
            return new Cassette(file, id, source, redaction, true, new ArrayList<>(turns));
        }
    }

    /** The id of the provider that is or was recorded, so that what it added to its parts goes back to it. */
    @Override
    public String id() {
        return id;
    }

    /**
     * Records or plays one turn.
     *
     * @throws AssertionError when the request is not the recorded one, or the recording is over
     */
    @Override
    public ModelResponse generate(ModelRequest request, StreamSink sink) {
        return source == null ? play(request, sink) : record(request, sink, source);
    }

    /**
     * Checks that the whole recording was played, and that nothing else was asked for; the code under test may have caught what
     * {@link #generate} threw.
     *
     * @throws AssertionError saying how many turns are left, or how the first request that does not fit differs
     */
    public void assertDone() {
        synchronized (lock) {
            if (mismatch != null) {
                throw mismatch;
            }
            if (source == null && played < turns.size()) {
                throw new AssertionError(
                        file + ": only " + played + " of " + turns.size() + " recorded turns were asked for");
            }
        }
    }

    private ModelResponse record(ModelRequest request, StreamSink sink, Provider from) {
        CassetteTurn.Request asked = asked(request);
        CassetteRecorder recorder = new CassetteRecorder(sink);
        try {
            ModelResponse response = from.generate(request, recorder);
            keep(new CassetteTurn(asked, recorder.pieces(), response, null));
            answered(asked, response);
            return response;
        } catch (ProviderException e) {
            keep(new CassetteTurn(asked, recorder.pieces(), null, e));
            throw e;
        }
    }

    private void keep(CassetteTurn turn) {
        synchronized (lock) {
            turns.add(turn.redacted(redaction));
            CassetteFile.write(file, new CassetteFile.Recording(id, turns));
        }
    }

    private ModelResponse play(ModelRequest request, StreamSink sink) {
        CassetteTurn.Request asked = asked(request);
        CassetteTurn turn = next(asked.redacted(redaction));
        for (CassetteTurn.Piece piece : turn.pieces()) {
            if (inRealTime) {
                Pause.of(Duration.ofMillis(piece.afterMs()), request.cancellation());
            }
            piece.playTo(sink);
        }
        if (turn.failure() != null) {
            throw turn.failure();
        }
        ModelResponse response = turn.responseOrFail();
        answered(asked, response);
        return response;
    }

    private CassetteTurn next(CassetteTurn.Request asked) {
        synchronized (lock) {
            try {
                if (played == turns.size()) {
                    throw new AssertionError(file + " has " + turns.size()
                            + " turns; the model was asked once more, with: " + asked.newMessages());
                }
                CassetteTurn turn = turns.get(played);
                turn.request().requireSame(asked, file + ", turn " + (played + 1));
                played++;
                return turn;
            } catch (AssertionError e) {
                mismatch = mismatch == null ? e : mismatch;
                throw e;
            }
        }
    }

    private CassetteTurn.Request asked(ModelRequest request) {
        synchronized (lock) {
            return CassetteTurn.Request.of(request, runs.next(request));
        }
    }

    private void answered(CassetteTurn.Request asked, ModelResponse response) {
        synchronized (lock) {
            runs.answered(asked.run(), response.message());
        }
    }
}
