package dev.intellibrix.agenttools.memory;

import dev.intellibrix.agenttools.AgentTools;
import dev.intellibrix.agenttools.MemoryOptions;
import dev.intellibrix.agenttools.Workbench;
import dev.intellibrix.store.FileKeyValueStore;
import dev.intellibrix.store.JdbcKeyValueStore;
import dev.intellibrix.store.KeyValueStore;
import java.nio.file.Path;
import java.util.Map;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A process that saves notes: {@code NoteWriter ROOT PLACE NAME COUNT} writes so many of its own to a folder, or to a database when the
 * place is the address of one, and between them as often one that all writers share.
 */
final class NoteWriter {

    private NoteWriter() {}

    public static void main(String[] arguments) {
        Workbench bench = bench(Path.of(arguments[0]), arguments[1]);
        String name = arguments[2];
        for (int i = 0; i < Integer.parseInt(arguments[3]); i++) {
            bench.ok("memory", Map.of("action", "save", "key", name + i, "text", "note " + i + " of " + name));
            bench.ok("memory", Map.of("action", "save", "key", "shared", "text", "note " + i + " of " + name));
        }
    }

    /** The tools over a folder, with their notes in a place. */
    static Workbench bench(Path root, String place) {
        MemoryOptions options = MemoryOptions.builder(store(place)).build();
        return Workbench.with(root, AgentTools.builder(root).memory(options).build());
    }

    private static KeyValueStore store(String place) {
        if (!place.startsWith("jdbc:")) {
            return FileKeyValueStore.in(Path.of(place));
        }
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setUrl(place);
        return JdbcKeyValueStore.in(database);
    }
}
