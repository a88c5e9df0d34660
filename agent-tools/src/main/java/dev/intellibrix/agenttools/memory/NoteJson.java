package dev.intellibrix.agenttools.memory;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.Trust;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The stored form of a note. A label that is missing, unknown or damaged is untrusted. */
final class NoteJson {

    private NoteJson() {}

    static String write(Note note) {
        ObjectNode node = Json.object();
        node.put("text", note.text()).put("author", note.author()).put("run", note.run());
        node.put("savedAt", note.savedAt().toString());
        node.put("trust", lower(note.label().trust()));
        ArrayNode origins = node.putArray("origins");
        for (Origin origin : note.label().origins()) {
            origins.addObject().put("kind", lower(origin.kind())).put("name", origin.name());
        }
        return Json.write(node);
    }

    /** The note of a key; empty when what is kept there is none. */
    static Optional<Note> read(String key, String json) {
        try {
            JsonNode node = Json.parse(json);
            JsonNode text = node.path("text");
            if (!text.isString()) {
                return Optional.empty();
            }
            return Optional.of(new Note(
                    key,
                    text.stringValue(),
                    node.path("author").stringValue("unknown"),
                    node.path("run").stringValue("unknown"),
                    Instant.parse(node.path("savedAt").stringValue("")),
                    label(node)));
        } catch (JsonFault | DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Label label(JsonNode node) {
        Trust trust = node.path("trust").stringValue("").equals(lower(Trust.TRUSTED)) ? Trust.TRUSTED : Trust.UNTRUSTED;
        Set<Origin> origins = new LinkedHashSet<>();
        for (JsonNode origin : node.path("origins")) {
            Optional<Origin.Kind> kind = kind(origin.path("kind").stringValue(""));
            if (kind.isEmpty() || !origin.path("name").isString()) {
                return Label.untrusted();
            }
            origins.add(Origin.of(kind.get(), origin.path("name").stringValue()));
        }
        return new Label(trust, origins);
    }

    private static Optional<Origin.Kind> kind(String name) {
        for (Origin.Kind kind : Origin.Kind.values()) {
            if (lower(kind).equals(name)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
