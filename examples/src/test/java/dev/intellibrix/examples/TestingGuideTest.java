package dev.intellibrix.examples;

import static dev.intellibrix.testing.RunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.testing.RunLog;
import dev.intellibrix.workspace.WorkspaceTools;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guide shows what a failed assertion prints. Its samples are run with those of all documents. */
class TestingGuideTest {

    /** As text, since a map of two has no order. */
    private static final String WRITE = "{\"path\":\"a.txt\",\"content\":\"hello\"}";

    @TempDir
    Path root;

    @Test
    void theFailureIsTheOneThatIsPrinted() throws Exception {
        Files.writeString(root.resolve("README.md"), "read me\n", StandardCharsets.UTF_8);
        RunLog run = RunLog.ofAsking(
                IntelligenceOptions.builder()
                        .provider(MockProvider.of(
                                MockTurn.call("read_file", Map.of("path", "README.md")),
                                MockTurn.rawCall("write_file", WRITE),
                                MockTurn.text("Done.")))
                        .tools(WorkspaceTools.in(root))
                        .onToolApproval(call -> ApprovalDecision.deny("not after reading a file"))
                        .build(),
                "Write hello to a.txt");

        String guide = Files.readString(Path.of("..", "docs", "testing.md"), StandardCharsets.UTF_8);
        String shown = guide.split("```text\n", 2)[1].split("```", 2)[0];
        assertThatThrownBy(() -> assertThat(run).asked("write_file").allowed()).hasMessage(shown.strip());
    }
}
