package dev.intellibrix.brick;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.provider.FinishReason;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.provider.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;

/** A model that plays turns, for the tests of core, which come before the scripted model of the testing module. */
final class ScriptedModel implements Provider {

    private final BlockingQueue<Supplier<Turn>> script = new LinkedBlockingQueue<>();
    private final List<ModelRequest> requests = new CopyOnWriteArrayList<>();

    /** What the model says. */
    record Turn(List<Part> parts, Usage usage) implements Supplier<Turn> {

        Turn withCall(String toolName, String arguments) {
            List<Part> more = new ArrayList<>(parts);
            more.add(ToolCallPart.of("", toolName, arguments));
            return new Turn(more, usage);
        }

        Turn withUsage(Usage tokens) {
            return new Turn(parts, tokens);
        }

        @Override
        public Turn get() {
            return this;
        }
    }

    @SafeVarargs
    static ScriptedModel of(Supplier<Turn>... turns) {
        ScriptedModel model = new ScriptedModel();
        for (Supplier<Turn> turn : turns) {
            model.script.add(turn);
        }
        return model;
    }

    static Turn text(String text) {
        return new Turn(List.of(TextPart.of(text, Label.untrusted())), Usage.ZERO);
    }

    static Turn call(String toolName, Map<String, ?> input) {
        return new Turn(List.of(), Usage.ZERO).withCall(toolName, Json.writeWhole(input));
    }

    static Supplier<Turn> failure(RuntimeException failure) {
        return () -> {
            throw failure;
        };
    }

    List<ModelRequest> requests() {
        return requests;
    }

    boolean isDone() {
        return script.isEmpty();
    }

    @Override
    public String id() {
        return "scripted";
    }

    @Override
    public ModelResponse generate(ModelRequest request, StreamSink sink) {
        requests.add(request);
        Turn turn = script.remove().get();
        for (Part part : turn.parts()) {
            if (part instanceof TextPart text) {
                sink.text(text.text());
            }
        }
        return new ModelResponse(
                Message.assistant(turn.parts()), FinishReason.STOP, Optional.of(turn.usage()), request.model());
    }
}
