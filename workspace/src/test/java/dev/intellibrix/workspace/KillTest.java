package dev.intellibrix.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that writes files is killed at any moment. */
class KillTest {

    private static final int SIZE = 300_000;

    @TempDir
    Path root;

    @Test
    void aKilledProcessLeavesEachFileOldOrNew() throws Exception {
        kill(3);
    }

    @Test
    @Tag("thorough")
    void aProcessThatIsKilledOftenLeavesEachFileOldOrNew() throws Exception {
        kill(50);
    }

    private void kill(int times) throws Exception {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < times; i++) {
            Process process = startWriter();
            try {
                BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
                assertThat(out.readLine()).isEqualTo("writing");
                // The moment of the kill is what is varied; nothing is waited for.
                long until = System.nanoTime() + random.nextLong(30_000_000);
                while (System.nanoTime() < until) {
                    Thread.onSpinWait();
                }
            } finally {
                process.destroyForcibly().waitFor();
            }
            assertWhole("kept", seed);
            assertWhole("made", seed);
        }
    }

    private Process startWriter() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Writer.class.getName(),
                        root.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private void assertWhole(String name, long seed) throws IOException {
        Path file = root.resolve(name);
        if (Files.exists(file)) {
            byte[] content = Files.readAllBytes(file);
            byte[] whole = new byte[SIZE];
            Arrays.fill(whole, content.length == 0 ? 0 : content[0]);
            assertThat(content).as("%s, seed %d", name, seed).isEqualTo(whole);
        }
    }

    /** Replaces one file again and again, and makes and deletes another. */
    static final class Writer {

        private Writer() {}

        public static void main(String[] arguments) throws IOException {
            Jail jail = Jail.of(Path.of(arguments[0]));
            FileTarget made = jail.target("made", Set.of());
            Path kept = jail.root().resolve("kept");
            for (byte letter = 'a'; ; letter = (byte) (letter == 'z' ? 'a' : letter + 1)) {
                byte[] content = new byte[SIZE];
                Arrays.fill(content, letter);
                AtomicFiles.writeFileAtomic(kept, content);
                made.version().ifPresent(made::delete);
                made.create(content, false);
                if (letter == 'b') {
                    System.out.println("writing");
                }
            }
        }
    }
}
