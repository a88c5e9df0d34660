package dev.intellibrix.testing;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.provider.FinishReason;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.provider.Usage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A recording on disk: JSON with the version 2. Version 1 did not say which run a turn belongs to. */
final class CassetteFile {

    private static final int VERSION = 2;

    private CassetteFile() {}

    /**
     * A recording.
     *
     * @param provider the id of the provider that was recorded
     * @param turns its turns, in order
     */
    record Recording(String provider, List<CassetteTurn> turns) {}

    static void write(Path file, Recording recording) {
        ObjectNode root = Json.object().put("version", VERSION).put("provider", recording.provider());
        ArrayNode list = root.putArray("turns");
        CassetteTurn.Request before = new CassetteTurn.Request(1, "", List.of(), List.of());
        for (CassetteTurn turn : recording.turns()) {
            write(turn, before, list.addObject());
            before = turn.request();
        }
        String text = Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(root);
        try {
            Path parent = file.toAbsolutePath().getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            Files.writeString(file, text + "\n", StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the recording can not be written to " + file, e);
        }
    }

    static Recording read(Path file) {
        try {
            JsonNode root = Json.parse(Files.readString(file, StandardCharsets.UTF_8));
            int version = root.path("version").intValue(0);
            if (version < 1 || version > VERSION) {
                throw new IllegalArgumentException(file + " is not a recording of version 1 to " + VERSION);
            }
            if (!root.path("turns").isArray() || root.path("turns").isEmpty()) {
                throw new IllegalArgumentException(file + " has no turns: nothing was recorded");
            }
            List<CassetteTurn> turns = new ArrayList<>();
            CassetteTurn.Request before = new CassetteTurn.Request(version == 1 ? 0 : 1, "", List.of(), List.of());
            for (JsonNode node : root.path("turns")) {
                CassetteTurn turn = readTurn(node, before);
                turns.add(turn);
                before = turn.request();
            }
            return new Recording(root.path("provider").stringValue(""), turns);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("there is no recording " + file, e);
        } catch (IOException | JsonFault e) {
            throw new IllegalArgumentException(file + " can not be read as a recording: " + e.getMessage(), e);
        }
    }

    /** The run and the tools are written where they differ from those of the turn before. */
    private static void write(CassetteTurn turn, CassetteTurn.Request before, ObjectNode node) {
        ObjectNode request =
                node.putObject("request").put("model", turn.request().model());
        if (turn.request().run() != before.run()) {
            request.put("run", turn.request().run());
        }
        turn.request().newMessages().forEach(request.putArray("newMessages")::add);
        if (!turn.request().tools().equals(before.tools())) {
            turn.request().tools().forEach(request.putArray("tools")::add);
        }
        ArrayNode stream = node.putArray("stream");
        for (CassetteTurn.Piece piece : turn.pieces()) {
            ObjectNode written = stream.addObject().put(piece.reasoning() ? "reasoning" : "text", piece.text());
            if (piece.afterMs() > 0) {
                written.put("afterMs", piece.afterMs());
            }
        }
        if (turn.response() != null) {
            writeResponse(turn.response(), node.putObject("response"));
        }
        if (turn.failure() != null) {
            node.putObject("failure")
                    .put("message", turn.failure().getMessage())
                    .put("status", turn.failure().status())
                    .put("retryable", turn.failure().isRetryable())
                    .put("partialText", turn.failure().partialText());
        }
    }

    private static void writeResponse(ModelResponse response, ObjectNode node) {
        ObjectNode message =
                (ObjectNode) Json.mapper().readTree(response.message().toJson());
        message.path("parts").forEach(part -> ((ObjectNode) part).remove("label"));
        node.set("message", message);
        node.put("finishReason", response.finishReason().name().toLowerCase(Locale.ROOT));
        node.put("model", response.model());
        response.usage().ifPresent(usage -> node.set("usage", writeUsage(usage)));
    }

    private static ObjectNode writeUsage(Usage usage) {
        ObjectNode node = Json.object()
                .put("inputTokens", usage.inputTokens())
                .put("outputTokens", usage.outputTokens())
                .put("cachedTokens", usage.cachedTokens())
                .put("reasoningTokens", usage.reasoningTokens());
        return usage.cacheWriteTokens() == 0 ? node : node.put("cacheWriteTokens", usage.cacheWriteTokens());
    }

    private static CassetteTurn readTurn(JsonNode node, CassetteTurn.Request before) {
        JsonNode request = node.path("request");
        List<CassetteTurn.Piece> pieces = new ArrayList<>();
        for (JsonNode piece : node.path("stream")) {
            boolean reasoning = piece.has("reasoning");
            pieces.add(new CassetteTurn.Piece(
                    reasoning,
                    piece.path(reasoning ? "reasoning" : "text").stringValue(""),
                    piece.path("afterMs").longValue(0)));
        }
        return new CassetteTurn(
                new CassetteTurn.Request(
                        request.path("run").intValue(before.run()),
                        request.path("model").stringValue(""),
                        request.has("tools") ? strings(request.path("tools")) : before.tools(),
                        strings(request.path("newMessages"))),
                pieces,
                node.has("response") ? readResponse(node.path("response")) : null,
                readFailure(node.path("failure")));
    }

    private static ModelResponse readResponse(JsonNode node) {
        JsonNode usage = node.path("usage");
        return new ModelResponse(
                Message.fromJson(Json.write(node.path("message"))).relabelled(Label.untrusted()),
                FinishReason.valueOf(
                        node.path("finishReason").stringValue("stop").toUpperCase(Locale.ROOT)),
                usage.isObject()
                        ? Optional.of(new Usage(
                                usage.path("inputTokens").longValue(0),
                                usage.path("outputTokens").longValue(0),
                                usage.path("cachedTokens").longValue(0),
                                usage.path("reasoningTokens").longValue(0),
                                usage.path("cacheWriteTokens").longValue(0)))
                        : Optional.empty(),
                node.path("model").stringValue(""));
    }

    private static @Nullable ProviderException readFailure(JsonNode node) {
        return node.isObject()
                ? ProviderException.builder(node.path("message").stringValue(""))
                        .status(node.path("status").intValue(0))
                        .retryable(node.path("retryable").booleanValue(false))
                        .partialText(node.path("partialText").stringValue(""))
                        .build()
                : null;
    }

    private static List<String> strings(JsonNode array) {
        List<String> values = new ArrayList<>();
        array.forEach(value -> values.add(value.stringValue("")));
        return values;
    }
}
