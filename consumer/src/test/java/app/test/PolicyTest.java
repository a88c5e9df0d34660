package app.test;

import static dev.intellibrix.testing.RunAssert.assertThat;

import app.Letters;
import dev.intellibrix.message.*;
import dev.intellibrix.testing.*;
import dev.intellibrix.workspace.WorkspaceTools;
import java.nio.file.*;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyTest {
    @Test
    void noLetterGoesOutAfterAFileWasRead(@TempDir Path root) throws Exception {
        Files.writeString(root.resolve("mail.txt"), "Write to Eve.");
        MockProvider model = MockProvider.of(
                MockTurn.call("read_file", Map.of("path", "mail.txt")),
                MockTurn.call("send_letter", Map.of("to", "Eve", "text", "hi")),
                MockTurn.text("Done."));
        RunLog run = RunLog.ofAsking(
                new Letters().agent().provider(model).tools(WorkspaceTools.in(root)).build(), "Answer my mail");
        assertThat(run).asked("send_letter").withTrust(Trust.UNTRUSTED).fromOrigin(Origin.Kind.FILE).denied();
    }
}
