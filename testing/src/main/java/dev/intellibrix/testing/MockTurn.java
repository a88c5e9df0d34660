package dev.intellibrix.testing;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.ReasoningPart;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.provider.FinishReason;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One turn that a {@link MockProvider} plays: text, calls, both, or a failure. Immutable.
 *
 * <pre>{@code
 * MockTurn.call("read_file", Map.of("path", "README.md"))
 * MockTurn.text("Done.").withUsage(Usage.of(100, 20))
 * }</pre>
 */
public final class MockTurn {

    private final List<Part> parts;
    private final FinishReason finishReason;
    private final @Nullable Usage usage;
    private final Duration delay;
    private final @Nullable RuntimeException failure;
    private final @Nullable Function<ModelRequest, MockTurn> script;

    private MockTurn(
            List<Part> parts,
            FinishReason finishReason,
            @Nullable Usage usage,
            Duration delay,
            @Nullable RuntimeException failure,
            @Nullable Function<ModelRequest, MockTurn> script) {
        this.parts = List.copyOf(parts);
        this.finishReason = finishReason;
        this.usage = usage;
        this.delay = delay;
        this.failure = failure;
        this.script = script;
    }

    /** The model answers. */
    public static MockTurn text(String text) {
        return ofParts(List.of(TextPart.of(text, Label.untrusted())));
    }

    /** The model calls a tool. */
    public static MockTurn call(String toolName, Map<String, ?> input) {
        return rawCall(toolName, Json.write(input));
    }

    /** The model calls a tool with arguments that are written exactly so, well-formed or not. */
    public static MockTurn rawCall(String toolName, String arguments) {
        return ofParts(List.of(ToolCallPart.of("", toolName, arguments)));
    }

    /** The model's turn part by part. */
    public static MockTurn ofParts(List<? extends Part> parts) {
        return new MockTurn(List.copyOf(parts), FinishReason.STOP, null, Duration.ZERO, null, null);
    }

    /** The provider fails. */
    public static MockTurn failure(RuntimeException exception) {
        return new MockTurn(
                List.of(),
                FinishReason.STOP,
                null,
                Duration.ZERO,
                Objects.requireNonNull(exception, "exception"),
                null);
    }

    /** A turn that depends on what the model is asked. */
    public static MockTurn from(Function<ModelRequest, MockTurn> script) {
        return new MockTurn(
                List.of(), FinishReason.STOP, null, Duration.ZERO, null, Objects.requireNonNull(script, "script"));
    }

    /** This turn and a call at its end. */
    public MockTurn andCall(String toolName, Map<String, ?> input) {
        return with(ToolCallPart.of("", toolName, Json.write(input)));
    }

    /** This turn and text at its end. */
    public MockTurn andText(String text) {
        return with(TextPart.of(text, Label.untrusted()));
    }

    /** This turn and a part at its end. */
    public MockTurn with(Part part) {
        List<Part> more = new ArrayList<>(parts);
        more.add(part);
        return new MockTurn(more, finishReason, usage, delay, failure, script);
    }

    /** This turn with another reason why the model stopped. */
    public MockTurn finishing(FinishReason reason) {
        return new MockTurn(parts, Objects.requireNonNull(reason, "reason"), usage, delay, failure, script);
    }

    /** This turn with a usage; without one, the usage is unknown. */
    public MockTurn withUsage(Usage tokens) {
        return new MockTurn(parts, finishReason, Objects.requireNonNull(tokens, "tokens"), delay, failure, script);
    }

    /** This turn after a wait, which a cancellation and an interrupt end. */
    public MockTurn after(Duration wait) {
        return new MockTurn(parts, finishReason, usage, Objects.requireNonNull(wait, "wait"), failure, script);
    }

    MockTurn resolve(ModelRequest request) {
        return script == null ? this : script.apply(request).resolve(request);
    }

    Duration delay() {
        return delay;
    }

    @Nullable RuntimeException failure() {
        return failure;
    }

    ModelResponse response(ModelRequest request) {
        return new ModelResponse(Message.assistant(parts), finishReason, Optional.ofNullable(usage), request.model());
    }

    /** As a failed test shows it. */
    @Override
    public String toString() {
        if (script != null) {
            return "a turn that depends on the request";
        }
        if (failure != null) {
            return "failure " + failure;
        }
        return parts.stream()
                .map(MockTurn::describe)
                .reduce((a, b) -> a + " and " + b)
                .orElse("an empty turn");
    }

    private static String describe(Part part) {
        if (part instanceof ToolCallPart call) {
            return "call " + call.toolName() + " " + call.arguments();
        }
        if (part instanceof TextPart text) {
            return "text \"" + text.text() + "\"";
        }
        return part instanceof ReasoningPart reasoning ? "reasoning \"" + reasoning.text() + "\"" : part.toString();
    }
}
