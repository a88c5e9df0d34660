package dev.intellibrix.provider.openai;

import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.ReasoningPart;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.provider.FinishReason;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.provider.Usage;
import dev.intellibrix.provider.wire.Emitter;
import dev.intellibrix.provider.wire.ModelCalls;
import dev.intellibrix.provider.wire.OpaqueFields;
import dev.intellibrix.provider.wire.TurnReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** One turn of a Chat Completions server. Nothing but the first choice is read. */
final class ChatTurn implements TurnReader {

    private final String provider;
    private final ModelCalls server;
    private final Emitter emitter;
    private final ContentPieces content;
    private final ReasoningFields reasoning;
    private final PendingCalls calls = new PendingCalls();
    private final OpaqueFields unknown = new OpaqueFields();
    private Optional<Usage> usage = Optional.empty();
    private String model = "";
    private String finish = "";
    private boolean hasPieces;
    private boolean hasTurn;

    /**
     * An empty turn.
     *
     * @param provider the id that kept data is marked with
     * @param server words problems
     */
    ChatTurn(String provider, ModelCalls server, StreamSink sink) {
        this.provider = provider;
        this.server = server;
        this.emitter = new Emitter(sink);
        this.content = new ContentPieces(emitter);
        this.reasoning = new ReasoningFields(emitter);
    }

    @Override
    public void document(JsonNode body) {
        take(body);
    }

    @Override
    public boolean event(String name, JsonNode data) {
        take(data);
        return false;
    }

    @Override
    public boolean reads(String name) {
        return false; // They have no names.
    }

    @Override
    public boolean isWhole() {
        return !finish.isEmpty();
    }

    @Override
    public String partialText() {
        return emitter.text();
    }

    @Override
    public boolean emitted() {
        return emitter.emitted();
    }

    @Override
    public ModelResponse finish() {
        if (!hasTurn) {
            throw failure("empty response").emptyAnswer(true).retryable(true).build();
        }
        FinishReason reason = FinishReasons.of(finish)
                .orElseThrow(() -> failure("the server gave up with the finish reason " + finish)
                        .retryable(!emitted())
                        .partialText(partialText())
                        .build());
        boolean refused = !emitter.refusal().isEmpty() && reason != FinishReason.CONTENT_FILTER;
        return new ModelResponse(Message.assistant(parts()), refused ? FinishReason.REFUSAL : reason, usage, model);
    }

    private void take(JsonNode envelope) {
        model = model.isEmpty() ? envelope.path("model").stringValue("") : model;
        UsageReader.read(envelope.path("usage")).ifPresent(counted -> usage = Optional.of(counted));
        JsonNode choice = firstOf(envelope.path("choices"));
        JsonNode delta = choice.path("delta");
        JsonNode message = choice.path("message");
        if (delta.isObject()) {
            hasPieces = true;
            takeMessage(delta, false);
        } else if (message.isObject() && !hasPieces) {
            // After pieces, a whole message would only say it all again.
            takeMessage(message, true);
        }
        String ended = choice.path("finish_reason").stringValue("");
        if (!ended.isEmpty()) {
            finish = ended;
            hasTurn = true;
        }
    }

    private static JsonNode firstOf(JsonNode choices) {
        for (JsonNode choice : choices) {
            if (choice.path("index").asInt(0) == 0) {
                return choice;
            }
        }
        return MissingNode.getInstance();
    }

    private void takeMessage(JsonNode message, boolean whole) {
        hasTurn = true;
        reasoning.add(message);
        for (Map.Entry<String, JsonNode> field : message.properties()) {
            JsonNode value = field.getValue();
            switch (field.getKey()) {
                case "role" -> {}
                case "content" -> content.add(value);
                case "refusal" -> emitter.refusal(value.stringValue(""));
                case "tool_calls" -> takeCalls(value, whole);
                default -> {
                    if (!ReasoningFields.isOne(field.getKey(), value)) {
                        unknown.add(field.getKey(), value);
                    }
                }
            }
        }
    }

    private void takeCalls(JsonNode value, boolean whole) {
        if (whole) {
            calls.addWhole(value);
        } else {
            calls.addPieces(value);
        }
    }

    private List<Part> parts() {
        List<Part> parts = new ArrayList<>(reasoning.toParts(provider, unknown));
        if (!unknown.isEmpty()) {
            parts.add(new ReasoningPart("", ReplayData.ofFields(provider, unknown.node()), Label.untrusted()));
        }
        parts.addAll(content.toParts(provider));
        if (!emitter.refusal().isEmpty()) {
            parts.add(new TextPart(emitter.refusal(), ReplayData.ofField(provider, "refusal"), Label.untrusted()));
        }
        parts.addAll(calls.toParts(provider));
        return parts;
    }

    private ProviderException.Builder failure(String problem) {
        return server.failure(problem);
    }
}
