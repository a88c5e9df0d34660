package dev.intellibrix.provider.gemini;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.provider.FinishReason;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.provider.Usage;
import dev.intellibrix.provider.wire.Emitter;
import dev.intellibrix.provider.wire.KeptData;
import dev.intellibrix.provider.wire.ModelCalls;
import dev.intellibrix.provider.wire.TurnReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** One turn of the Gemini API. Nothing but the first candidate is read. */
final class GenerateTurn implements TurnReader {

    private static final int MAX_SHOWN = 20_000;

    private final String provider;
    private final ModelCalls server;
    private final Emitter emitter;
    private final List<ContentPart> parts = new ArrayList<>();
    private Optional<Usage> usage = Optional.empty();
    private String model = "";
    private String finish = "";
    private String explanation = "";
    private boolean hasTurn;
    private boolean cameWhole;

    /**
     * An empty turn.
     *
     * @param provider the id that kept data is marked with
     * @param server words problems
     */
    GenerateTurn(String provider, ModelCalls server, StreamSink sink) {
        this.provider = provider;
        this.server = server;
        this.emitter = new Emitter(sink);
    }

    @Override
    public void document(JsonNode body) {
        take(body);
        cameWhole = hasTurn;
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
        return cameWhole || !finish.isEmpty();
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
            throw failure("empty response").emptyAnswer(true).build();
        }
        if (!isWhole()) {
            throw failure("the answer broke off before the turn was complete").build();
        }
        FinishReason reason = FinishReasons.of(finish).orElseThrow(this::givenUp);
        return new ModelResponse(Message.assistant(toParts(reason)), reason, usage, model);
    }

    private void take(JsonNode envelope) {
        model = model.isEmpty() ? envelope.path("modelVersion").stringValue("") : model;
        UsageReader.read(envelope.path("usageMetadata")).ifPresent(counted -> usage = Optional.of(counted));
        takeBlock(envelope.path("promptFeedback"));
        JsonNode candidate = firstOf(envelope.path("candidates"));
        JsonNode content = candidate.path("content");
        hasTurn |= content.isObject();
        for (JsonNode part : content.path("parts")) {
            if (part.isObject()) {
                add(new ContentPart(part));
            }
        }
        String ended = candidate.path("finishReason").stringValue("");
        if (!ended.isEmpty() && !ended.equals("FINISH_REASON_UNSPECIFIED")) {
            end(ended, candidate.path("finishMessage").stringValue(""));
        }
    }

    /** The prompt was refused before the model saw it; there are no candidates then. */
    private void takeBlock(JsonNode feedback) {
        String reason = feedback.path("blockReason").stringValue("");
        if (!reason.isEmpty()) {
            end("SAFETY", feedback.path("blockReasonMessage").stringValue(reason));
        }
    }

    private void end(String reason, String message) {
        hasTurn = true;
        finish = reason;
        explanation = message.isEmpty() ? reason : message;
    }

    private static JsonNode firstOf(JsonNode candidates) {
        for (JsonNode candidate : candidates) {
            if (candidate.path("index").asInt(0) == 0) {
                return candidate;
            }
        }
        return MissingNode.getInstance();
    }

    private void add(ContentPart part) {
        if (part.isThought()) {
            emitter.reasoning(part.text());
        } else {
            emitter.text(part.text());
        }
        ContentPart last = parts.isEmpty() ? null : parts.get(parts.size() - 1);
        if (last != null && last.goesOnWith(part)) {
            last.add(part);
        } else {
            parts.add(part);
        }
    }

    private List<Part> toParts(FinishReason reason) {
        List<Part> all = new ArrayList<>();
        parts.forEach(part -> all.addAll(part.toParts(provider)));
        if (reason == FinishReason.CONTENT_FILTER && emitter.text().isEmpty()) {
            // The server's word for why there is no answer is what the user gets to read; the model never said it.
            emitter.text(explanation);
            all.add(new TextPart(
                    explanation, KeptData.of(provider, Json.object().put("explanation", true)), Label.untrusted()));
        }
        return all;
    }

    private ProviderException givenUp() {
        String why = explanation.equals(finish) ? finish : finish + ", " + shown(explanation);
        return failure("the server gave up with the finish reason " + why)
                .code(finish)
                .retryable(!emitted() && !FinishReasons.isLasting(finish))
                .build();
    }

    private static String shown(String text) {
        return VisibleText.line(text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN));
    }

    private ProviderException.Builder failure(String problem) {
        return server.failure(problem).retryable(!emitted()).partialText(partialText());
    }
}
