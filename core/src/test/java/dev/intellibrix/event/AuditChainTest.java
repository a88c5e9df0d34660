package dev.intellibrix.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a log is read: line by line, however its lines fall into the pieces that a file is read in. */
class AuditChainTest {

    private static final int LINES = 60;
    private static final int CHUNK = 65_536;

    private Path file = Path.of("");

    @BeforeEach
    void name(@TempDir Path folder) {
        file = folder.resolve("audit.jsonl");
    }

    /** Lines of many lengths, some of more than one piece, all of several. */
    private void write() {
        AuditLog log = AuditLog.in(file);
        for (int i = 0; i < LINES; i++) {
            String model = "m".repeat(i % 7 == 0 ? CHUNK + i : 97 * i);
            log.append(new RunEvent.RunStarted(source(), "conversation", model, List.of()));
        }
    }

    private static RunEvent.Source source() {
        return new RunEvent.Source("run", List.of(), Instant.EPOCH);
    }

    @Test
    void linesOfAllLengthsHoldTogether() throws IOException {
        write();

        assertThat(Files.size(file)).isGreaterThan(8L * CHUNK);
        assertThat(AuditLog.verify(file)).isEqualTo(new AuditLog.Verification(LINES, null));
        assertThat(AuditChain.read(file).length()).isEqualTo(Files.size(file));
        assertThat(AuditLog.in(file).head().number()).isEqualTo(LINES);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK})
    void whatACrashCutOffIsTakenOffWhereverItIsCut(int bytes) throws IOException {
        write();
        long whole = Files.size(file);
        Files.writeString(file, "{".repeat(bytes), StandardOpenOption.APPEND);

        assertThat(AuditLog.verify(file))
                .isEqualTo(new AuditLog.Verification(LINES, "line " + (LINES + 1) + " is cut off"));
        AuditLog.in(file).head();
        assertThat(Files.size(file)).isEqualTo(whole);
        assertThat(AuditLog.verify(file).isIntact()).isTrue();
    }

    @Test
    void aChangeIsFoundInTheLineBehindIt() throws IOException {
        write();
        List<String> lines = Files.readAllLines(file);
        lines.set(40, lines.get(40).replace("conversation", "conversatiom"));
        Files.write(file, lines);

        AuditLog.Verification found = AuditLog.verify(file);

        assertThat(found.lines()).isEqualTo(41);
        assertThat(found.fault()).startsWith("line 42 does not follow");
    }

    @Test
    void aLineThatIsLongerThanAnyIsNotReadToItsEnd() throws IOException {
        write();
        long whole = Files.size(file);
        try (RandomAccessFile holes = new RandomAccessFile(file.toFile(), "rw")) {
            holes.setLength(whole + 1_000_000);
        }

        AuditChain chain = AuditChain.read(file, 3 * CHUNK);

        assertThat(chain.length()).isEqualTo(whole);
        assertThat(chain.verification(null))
                .isEqualTo(new AuditLog.Verification(
                        LINES, "line " + (LINES + 1) + " is no line of a log: it is longer than any"));
    }

    @Test
    @Tag("thorough")
    @DisabledOnOs(OS.WINDOWS) // There a file has no holes unless it is told to.
    void aFileThatIsMostlyOneLineIsNoLogToGoOnWith() throws IOException {
        try (RandomAccessFile holes = new RandomAccessFile(file.toFile(), "rw")) {
            holes.setLength(4L * 1024 * 1024 * 1024); // More than an array can hold, and nothing on the disk.
        }

        assertThat(AuditLog.verify(file).fault()).isEqualTo("line 1 is no line of a log: it is longer than any");
        assertThatThrownBy(() -> AuditLog.in(file).head())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("longer than any");
    }
}
