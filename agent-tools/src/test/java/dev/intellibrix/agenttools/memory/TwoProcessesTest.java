package dev.intellibrix.agenttools.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.intellibrix.agenttools.Workbench;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes that save notes to one store at the same time. */
class TwoProcessesTest {

    private static final int NOTES = 50;
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private Path root;
    private Path base;

    @BeforeEach
    void layFolder(@TempDir Path folder) throws IOException {
        base = folder.toRealPath();
        root = Files.createDirectory(base.resolve("root"));
    }

    @Test
    void loseNoNoteInOneFolder() throws Exception {
        String place = base.resolve("notes").toString();
        writeFromTwoProcesses(place);
        assertAllThere(NoteWriter.bench(root, place));
        assertThat(root).isEmptyDirectory();
    }

    @Test
    @Tag("thorough")
    void loseNoNoteInOneDatabase() throws Exception {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT) + " " + System.getProperty("os.arch");
        assumeThat(system)
                .as("PostgreSQL's programs are here for this system only")
                .isEqualTo("linux amd64");
        try (EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setOverrideWorkingDirectory(base.resolve("postgres").toFile())
                .setLocaleConfig("locale", "C.UTF-8")
                .setPGStartupWait(Duration.ofMinutes(2))
                .start()) {
            String place = server.getJdbcUrl("postgres", "postgres");
            writeFromTwoProcesses(place);
            assertAllThere(NoteWriter.bench(root, place));
        }
    }

    private void writeFromTwoProcesses(String place) throws Exception {
        List<Process> writers = new ArrayList<>();
        try {
            for (String name : List.of("a", "b")) {
                writers.add(writer(place, name));
            }
            for (Process writer : writers) {
                assertThat(writer.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                        .isTrue();
                assertThat(writer.exitValue())
                        .as(Files.readString(said(writers.indexOf(writer))))
                        .isZero();
            }
        } finally {
            writers.forEach(Process::destroyForcibly);
        }
    }

    private Process writer(String place, String name) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        NoteWriter.class.getName(),
                        root.toString(),
                        place,
                        name,
                        String.valueOf(NOTES))
                .redirectErrorStream(true)
                .redirectOutput(said(name.equals("a") ? 0 : 1).toFile())
                .start();
    }

    private Path said(int writer) {
        return base.resolve("writer-" + writer + ".log");
    }

    private static void assertAllThere(Workbench bench) {
        assertThat(bench.ok("memory", Map.of("action", "list"))).contains("\"total\":" + (2 * NOTES + 1));
        for (String name : List.of("a", "b")) {
            for (int i = 0; i < NOTES; i++) {
                assertThat(bench.ok("memory", Map.of("action", "get", "key", name + i)))
                        .contains("\"text\":\"note " + i + " of " + name + "\"");
            }
        }
        assertThat(bench.ok("memory", Map.of("action", "get", "key", "shared"))).contains("note 49 of ");
    }
}
