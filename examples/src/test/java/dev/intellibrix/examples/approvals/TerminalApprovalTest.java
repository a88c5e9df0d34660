package dev.intellibrix.examples.approvals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.examples.support.ExampleModel;
import dev.intellibrix.examples.support.Shown;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the keys do is tested with the terminal; this is what happens where there is none. */
class TerminalApprovalTest {

    @Test
    void theCallIsShownWholeAndWithoutAPersonTheAnswerIsNo(@TempDir Path folder) throws Exception {
        Path root = TerminalApproval.layOut(folder.toRealPath());
        Shown shown = new Shown("y");

        TerminalApproval.run(
                new ExampleModel(TerminalApproval.scripted(), ExampleModel.RECORDED), root, shown.terminal());

        assertThat(shown.text()).contains("Allow write_file?", "content: Hello, world", "because of file greeting.txt");
        assertThat(root.resolve("greeting.txt")).hasContent("Helo, world");
    }
}
