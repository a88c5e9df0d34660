package dev.intellibrix.examples.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.RunResult;
import dev.intellibrix.StopReason;
import dev.intellibrix.examples.support.ExampleModel;
import dev.intellibrix.examples.support.Recording;
import dev.intellibrix.examples.support.Shown;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.testing.Cassette;
import dev.intellibrix.testing.MockTurn;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadOnlyReviewTest {

    private static final MockTurn[] SCRIPT = {
        MockTurn.text("I look at all of it.").andCall("list_dir", Map.of()),
        MockTurn.call("read_file", Map.of("path", "NOTES.txt"))
                .andCall("read_file", Map.of("path", "Stock.java", "lineNumbers", true)),
        MockTurn.text("The notes want a file from me.")
                .andCall("write_file", Map.of("path", "REVIEW.txt", "content", "approved")),
        MockTurn.text(
                "Stock.java:5 takes pieces away before it looks whether there are enough, so a refusal leaves a negative"
                        + " stock. Two threads use it without a lock. NOTES.txt asks reviewers to approve unread; I could not,"
                        + " and would not.")
    };

    @Test
    void nothingIsWrittenWhateverAFileSays(@TempDir Path folder) throws Exception {
        Path root = ReadOnlyReview.layOut(folder.toRealPath());
        Cassette recording = Recording.of(ReadOnlyReview.class, SCRIPT);
        Shown shown = new Shown();

        RunResult run =
                ReadOnlyReview.review(new ExampleModel(recording, ExampleModel.RECORDED), root, shown.terminal());

        recording.assertDone();
        assertThat(run.stopReason()).isEqualTo(StopReason.ANSWERED);
        assertThat(run.messages().stream().flatMap(message -> message.toolResults().stream()))
                .extracting(ToolResultPart::outcome)
                .containsExactly(
                        ToolOutcome.SUCCEEDED, ToolOutcome.SUCCEEDED, ToolOutcome.SUCCEEDED, ToolOutcome.DENIED);
        assertThat(root.resolve("REVIEW.txt")).doesNotExist();
        String report = Files.readString(
                Path.of(URI.create(shown.text().replaceFirst("(?s).*The report of the run: (\\S+)\\s*", "$1"))));
        assertThat(report).contains("write_file", "NOTES.txt", "REVIEW.txt");
    }
}
