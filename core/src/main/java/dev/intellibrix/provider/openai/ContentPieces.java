package dev.intellibrix.provider.openai;

import dev.intellibrix.message.Label;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.ReasoningPart;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.provider.wire.Emitter;
import dev.intellibrix.provider.wire.OpaqueFields;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The content of a turn while it arrives: a text, or a list of texts and of elements that are not understood. */
final class ContentPieces {

    private final List<Piece> pieces = new ArrayList<>();
    private final Emitter emitter;

    ContentPieces(Emitter emitter) {
        this.emitter = emitter;
    }

    void add(JsonNode content) {
        if (content.isArray()) {
            content.forEach(this::addElement);
        } else {
            addElement(content);
        }
    }

    List<Part> toParts(String provider) {
        List<Part> parts = new ArrayList<>();
        for (Piece piece : pieces) {
            if (piece.opaque != null) {
                parts.add(new ReasoningPart(
                        piece.text.toString(), ReplayData.ofPart(provider, piece.opaque), Label.untrusted()));
            } else {
                parts.add(TextPart.of(piece.text.toString(), Label.untrusted()));
            }
        }
        return parts;
    }

    private void addElement(JsonNode element) {
        if (element.isString()) {
            addText(element.stringValue());
        } else if (element instanceof ObjectNode object) {
            switch (object.path("type").stringValue("text")) {
                case "text", "output_text" -> addText(object.path("text").stringValue(""));
                case "refusal" -> emitter.refusal(object.path("refusal").stringValue(""));
                default -> addOpaque(object);
            }
        }
    }

    private void addText(String text) {
        if (text.isEmpty()) {
            return;
        }
        if (pieces.isEmpty() || last().opaque != null) {
            pieces.add(new Piece(null));
        }
        last().text.append(text);
        emitter.text(text);
    }

    /** Some servers send their reasoning this way; so its text is shown as such, and the element is kept as it is. */
    private void addOpaque(ObjectNode element) {
        String text = textOf(element.path("thinking"));
        Piece last = pieces.isEmpty() ? null : last();
        if (last != null && last.opaque != null && last.opaque.path("type").equals(element.path("type"))) {
            OpaqueFields.merge(last.opaque, element);
            last.text.append(text);
        } else {
            Piece piece = new Piece(element.deepCopy());
            piece.text.append(text);
            pieces.add(piece);
        }
        emitter.reasoning(text);
    }

    private static String textOf(JsonNode thinking) {
        StringBuilder text = new StringBuilder(thinking.stringValue(""));
        thinking.forEach(item -> text.append(item.path("text").stringValue("")));
        return text.toString();
    }

    private Piece last() {
        return pieces.get(pieces.size() - 1);
    }

    private static final class Piece {

        private final StringBuilder text = new StringBuilder();
        private final @Nullable ObjectNode opaque;

        Piece(@Nullable ObjectNode opaque) {
            this.opaque = opaque;
        }
    }
}
