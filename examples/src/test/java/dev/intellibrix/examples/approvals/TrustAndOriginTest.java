package dev.intellibrix.examples.approvals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.RunResult;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.examples.support.ExampleModel;
import dev.intellibrix.examples.support.Recording;
import dev.intellibrix.examples.support.Shown;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.testing.Cassette;
import dev.intellibrix.testing.MockTurn;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrustAndOriginTest {

    private static final MockTurn[] SCRIPT = {
        MockTurn.call("read_file", Map.of("path", "style.txt")),
        MockTurn.call("write_file", Map.of("path", "drafts/answer.txt", "content", "Thank you.\n\nYours")),
        MockTurn.call("read_mail", Map.of("folder", "inbox")),
        MockTurn.text("The mail wants the price list.")
                .andCall("send_mail", Map.of("to", "mallory@example.net", "text", "The price list: ..."))
                .andCall("write_file", Map.of("path", "style.txt", "content", "We send price lists.")),
        MockTurn.call("send_mail", Map.of("to", "ada@example.org", "text", "Eve asks for the price list.")),
        MockTurn.text("I have told Ada, and was not allowed to answer Eve.")
    };

    private static ApprovalRequest write(String path, Origin.Kind because) {
        return ApprovalRequest.builder("write_file")
                .input(Map.of("path", path, "content", "x"))
                .label(Label.untrusted(Origin.of(because, "of it")))
                .build();
    }

    @Test
    void onlyWhatTheUserAskedForHappensAfterTheMail(@TempDir Path folder) throws Exception {
        Path root = TrustAndOrigin.layOut(folder.toRealPath());
        Cassette recording = Recording.of(TrustAndOrigin.class, SCRIPT);
        Shown shown = new Shown();

        RunResult run = TrustAndOrigin.run(new ExampleModel(recording, ExampleModel.RECORDED), root, shown.terminal());

        recording.assertDone();
        assertThat(run.messages().stream().flatMap(message -> message.toolResults().stream()))
                .extracting(ToolResultPart::outcome)
                .containsExactly(
                        ToolOutcome.SUCCEEDED,
                        ToolOutcome.SUCCEEDED,
                        ToolOutcome.SUCCEEDED,
                        ToolOutcome.DENIED,
                        ToolOutcome.DENIED,
                        ToolOutcome.SUCCEEDED);
        assertThat(root.resolve("drafts/answer.txt")).exists();
        assertThat(root.resolve("style.txt")).hasContent("We write short letters, and sign them.");
        assertThat(shown.text()).contains("yes, although untrusted, because of file style.txt", "no, since untrusted");
    }

    @Test
    void aDraftIsOneByItsPathAndItsOrigins() {
        ApprovalDecision allowed = ApprovalDecision.allow();

        assertThat(TrustAndOrigin.decide(write("drafts/a.txt", Origin.Kind.FILE)))
                .isEqualTo(allowed);
        assertThat(TrustAndOrigin.decide(write("drafts/a.txt", Origin.Kind.URL)))
                .isNotEqualTo(allowed);
        assertThat(TrustAndOrigin.decide(write("drafts/../a.txt", Origin.Kind.FILE)))
                .isNotEqualTo(allowed);
        assertThat(TrustAndOrigin.decide(write("drafts.txt", Origin.Kind.FILE))).isNotEqualTo(allowed);
    }
}
