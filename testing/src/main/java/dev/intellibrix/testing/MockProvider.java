package dev.intellibrix.testing;

import dev.intellibrix.message.Part;
import dev.intellibrix.message.ReasoningPart;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.StreamSink;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * A model that plays scripted turns, and remembers what it was asked. Thread-safe; each instance has a script of its own.
 *
 * <pre>{@code
 * MockProvider provider = MockProvider.of(
 *         MockTurn.call("write_file", Map.of("path", "a.txt", "content", "hello")),
 *         MockTurn.text("Done."));
 * }</pre>
 */
public final class MockProvider implements Provider {

    private final Object lock = new Object();
    private final Deque<MockTurn> script; // Guarded by lock.
    private final List<ModelRequest> requests = new ArrayList<>(); // Guarded by lock.
    private int taken; // Guarded by lock.

    private MockProvider(List<MockTurn> turns) {
        this.script = new ArrayDeque<>(turns);
    }

    /** A provider that plays these turns, in order. */
    public static MockProvider of(MockTurn... turns) {
        return new MockProvider(Arrays.asList(turns));
    }

    /** Adds a turn at the end of the script. */
    public MockProvider then(MockTurn turn) {
        synchronized (lock) {
            script.add(turn);
        }
        return this;
    }

    /** All requests so far, oldest first. */
    public List<ModelRequest> requests() {
        synchronized (lock) {
            return List.copyOf(requests);
        }
    }

    /**
     * The oldest request that was not taken yet.
     *
     * @throws AssertionError when there is none
     */
    public ModelRequest takeRequest() {
        synchronized (lock) {
            if (taken == requests.size()) {
                throw new AssertionError("the model was asked " + requests.size() + " times, and not once more");
            }
            return requests.get(taken++);
        }
    }

    /**
     * Checks that the whole script was played.
     *
     * @throws AssertionError naming the turns that are left
     */
    public void assertDone() {
        synchronized (lock) {
            if (!script.isEmpty()) {
                throw new AssertionError(script.size() + " scripted turns were not asked for, the next is: "
                        + script.peek() + "; the model was asked " + requests.size() + " times");
            }
        }
    }

    @Override
    public String id() {
        return "mock";
    }

    /**
     * Plays the next turn.
     *
     * @throws AssertionError naming the step, when the script is over
     */
    @Override
    public ModelResponse generate(ModelRequest request, StreamSink sink) {
        MockTurn turn = next(request).resolve(request);
        Pause.of(turn.delay(), request.cancellation());
        RuntimeException failure = turn.failure();
        if (failure != null) {
            throw failure;
        }
        ModelResponse response = turn.response(request);
        for (Part part : response.message().parts()) {
            if (part instanceof TextPart text) {
                sink.text(text.text());
            } else if (part instanceof ReasoningPart reasoning) {
                sink.reasoning(reasoning.text());
            }
        }
        return response;
    }

    private MockTurn next(ModelRequest request) {
        synchronized (lock) {
            requests.add(request);
            MockTurn turn = script.poll();
            if (turn == null) {
                throw new AssertionError("the script has no turn for model call " + requests.size()
                        + "; the last message it was asked with: "
                        + request.messages().get(request.messages().size() - 1).toJson());
            }
            return turn;
        }
    }
}
