package dev.intellibrix.agenttools.memory;

import dev.intellibrix.agenttools.text.Excerpt;
import dev.intellibrix.store.KeyValueStore;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.ToolException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The notes of a namespace in a store, each under a key of its own, so that writers of different notes never meet. Two writers of
 * one note take turns by compare-and-set. Thread-safe.
 */
final class Notebook {

    private static final int ATTEMPTS = 100;

    private final KeyValueStore store;
    private final String prefix;
    private final int maxNotes;

    Notebook(KeyValueStore store, String namespace, int maxNotes) {
        this.store = store;
        this.prefix = "memory/" + namespace + "/";
        this.maxNotes = maxNotes;
    }

    /**
     * What is kept.
     *
     * @param damaged keys of what can not be read
     */
    record Contents(List<Note> notes, List<String> damaged) {}

    /**
     * Keeps a note, in place of the one of the same key: of two that are saved at once the later one stays.
     *
     * @return what was kept there before, readable or not
     */
    Optional<String> save(Note note) {
        String key = prefix + note.key();
        String json = NoteJson.write(note);
        for (int i = 0; i < ATTEMPTS; i++) {
            Optional<String> old = store.get(key);
            if (old.isEmpty() && store.list(prefix).size() >= maxNotes) {
                throw new ToolException("there are " + maxNotes + " notes, which is the most; delete some first");
            }
            if (store.compareAndSet(key, old, json)) {
                return old;
            }
        }
        throw new ToolException("others keep changing the note " + Excerpt.line(note.key()) + "; nothing was saved");
    }

    /** The note of a key. A {@link ToolException} when there is none, or it can not be read. */
    Note get(String key) {
        String json = store.get(prefix + key).orElseThrow(() -> missing(key));
        return NoteJson.read(key, json)
                .orElseThrow(() -> new ToolException("the note " + Excerpt.line(key)
                        + " is damaged and can not be read; it stays as it is until it is saved again or deleted"));
    }

    void delete(String key) {
        if (!store.delete(prefix + key)) {
            throw missing(key);
        }
    }

    private static ToolException missing(String key) {
        return new ToolException("there is no note " + Excerpt.line(key) + "; list shows the keys");
    }

    /** All notes, by key. */
    Contents all(Cancellation cancellation) {
        List<Note> notes = new ArrayList<>();
        List<String> damaged = new ArrayList<>();
        for (String stored : store.list(prefix)) {
            cancellation.throwIfCancelled();
            String key = stored.substring(prefix.length());
            // One that is deleted meanwhile is not there any more.
            store.get(stored)
                    .ifPresent(json -> NoteJson.read(key, json).ifPresentOrElse(notes::add, () -> damaged.add(key)));
        }
        return new Contents(notes, damaged);
    }
}
