package dev.intellibrix.agenttools.memory;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.message.Label;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The stored form of a note. A label that is missing, unknown or damaged is untrusted. */
final class NoteJson {

    private NoteJson() {}

    static String write(Note note) {
        ObjectNode node = Json.object();
        node.put("text", note.text()).put("author", note.author()).put("run", note.run());
        node.put("savedAt", note.savedAt().toString());
        try {
            node.set("label", Json.parse(note.label().toJson()));
        } catch (JsonFault e) {
            throw new IllegalStateException("what was written can not be read: " + e.getMessage(), e);
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
                    Label.fromJson(Json.write(node.path("label")))));
        } catch (JsonFault | DateTimeException e) {
            return Optional.empty();
        }
    }
}
