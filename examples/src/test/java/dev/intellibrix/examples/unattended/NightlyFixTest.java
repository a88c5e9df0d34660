package dev.intellibrix.examples.unattended;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.RunResult;
import dev.intellibrix.StopReason;
import dev.intellibrix.event.AuditLog;
import dev.intellibrix.examples.support.ExampleModel;
import dev.intellibrix.examples.support.Recording;
import dev.intellibrix.examples.support.Shown;
import dev.intellibrix.testing.Cassette;
import dev.intellibrix.testing.MockTurn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(240)
class NightlyFixTest {

    private static final MockTurn CHECK = MockTurn.call("run_checks", Map.of("checks", List.of("test")));

    private static final MockTurn[] SCRIPT = {
        CHECK,
        MockTurn.call("read_file", Map.of("path", "Leap.java")),
        MockTurn.text("Centuries are missing.")
                .andCall(
                        "edit_file",
                        Map.of(
                                "path",
                                "Leap.java",
                                "oldText",
                                "year % 4 == 0",
                                "newText",
                                "year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)")),
        CHECK,
        MockTurn.text("The check passes: isLeap knew nothing of centuries.")
    };

    @Test
    void theCheckPassesAndTheLogIsIntact(@TempDir Path folder) throws Exception {
        Path root = NightlyFix.layOut(folder.toRealPath().resolve("project"));
        Path audit = folder.resolve("audit.jsonl");
        Cassette recording = Recording.of(NightlyFix.class, SCRIPT);
        Shown shown = new Shown();

        RunResult run =
                NightlyFix.fix(new ExampleModel(recording, ExampleModel.RECORDED), root, audit, shown.terminal());

        recording.assertDone();
        assertThat(run.stopReason()).isEqualTo(StopReason.ANSWERED);
        assertThat(run.messages()
                        .get(run.messages().size() - 2)
                        .toolResults()
                        .get(0)
                        .text())
                .contains("\"ok\":true");
        assertThat(Files.readString(root.resolve("Leap.java"))).contains("year % 400 == 0");
        assertThat(AuditLog.verify(audit).isIntact()).isTrue();
        assertThat(shown.text()).contains("and is intact");
    }
}
