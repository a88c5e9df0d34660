package dev.intellibrix.examples.analyst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.intellibrix.RunResult;
import dev.intellibrix.examples.support.ExampleModel;
import dev.intellibrix.examples.support.Recording;
import dev.intellibrix.examples.support.Shown;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import dev.intellibrix.sandbox.SandboxException;
import dev.intellibrix.sandbox.SandboxTools;
import dev.intellibrix.sandbox.Sandboxes;
import dev.intellibrix.testing.Cassette;
import dev.intellibrix.testing.MockTurn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class SandboxedAnalystTest {

    private static final String PROGRAM = """
            import csv, statistics, sys
            lines = {}
            for row in csv.DictReader(sys.stdin):
                lines.setdefault(row['line'], []).append(int(row['minutes']))
            for line, minutes in sorted(lines.items()):
                print(line, 'mean', statistics.mean(minutes), 'median', statistics.median(minutes))
            """;

    private static final MockTurn[] SCRIPT = {
        MockTurn.text("I compute that.")
                .andCall(
                        "run_code",
                        Map.of(
                                "language",
                                "python",
                                "code",
                                PROGRAM,
                                "stdin",
                                "line,minutes\nU1,2\nU1,3\nU1,31\nU2,4\nU2,5\nU2,6\n")),
        MockTurn.text("U1: a mean of 12 minutes, but a median of 3, since one train was 31 minutes late. U2: 5 and 5.")
    };

    @Test
    void theFiguresAreThoseOfTheProgramInTheSandbox() {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/python3")), "there is no python3");
        Cassette recording = Recording.of(SandboxedAnalyst.class, SCRIPT);
        try (SandboxTools sandbox = sandbox()) {
            RunResult run = SandboxedAnalyst.answer(
                    new ExampleModel(recording, ExampleModel.RECORDED), sandbox, new Shown().terminal());

            recording.assertDone();
            List<ToolResultPart> results = run.messages().stream()
                    .flatMap(message -> message.toolResults().stream())
                    .toList();
            assertThat(results)
                    .singleElement()
                    .extracting(ToolResultPart::text)
                    .asString()
                    .contains("U1 mean 12 median 3\\nU2 mean 5 median 5");
            assertThat(run.text()).contains("a median of 3");
            assertThat(run.label().trust()).isEqualTo(Trust.UNTRUSTED);
        }
    }

    private static SandboxTools sandbox() {
        try {
            return SandboxedAnalyst.sandbox(Sandboxes.bubblewrapProvider());
        } catch (SandboxException e) {
            assumeTrue(false, String.valueOf(e.getMessage()));
            throw e;
        }
    }
}
