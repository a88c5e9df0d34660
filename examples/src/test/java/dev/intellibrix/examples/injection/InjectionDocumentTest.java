package dev.intellibrix.examples.injection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.agenttools.AgentTools;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.TrustPolicy;
import dev.intellibrix.testing.injection.InjectionReport;
import dev.intellibrix.testing.injection.InjectionScenarios;
import dev.intellibrix.workspace.WorkspaceTools;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The document shows what is printed, and the scenario in it can be read. Its sample is run with those of all documents. */
@Timeout(300)
class InjectionDocumentTest {

    private static final Path DOCUMENT = Path.of("..", "docs", "injection-scenarios.md");

    @TempDir
    Path folder;

    private static String block(String language) throws IOException {
        String document = Files.readString(DOCUMENT, StandardCharsets.UTF_8);
        Matcher block = Pattern.compile("```" + language + "\\n(.*?)```", Pattern.DOTALL)
                .matcher(document);
        assertThat(block.find()).isTrue();
        return block.group(1);
    }

    @Test
    void theTableIsTheOneThatTheSamplePrints() throws IOException {
        InjectionReport report = InjectionScenarios.all()
                .where(each -> each.goal().equals("edit the rules"))
                .run(stage -> IntelligenceOptions.builder()
                        .tools(WorkspaceTools.in(stage.root()), AgentTools.in(stage.root()))
                        .trustPolicy(TrustPolicy.askAfterUntrusted())
                        .onToolApproval(call -> ApprovalDecision.deny("no")));
        assertThat(block("text")).isEqualTo(report.toString());
    }

    @Test
    void theScenarioOfTheDocumentCanBeRead() throws IOException {
        Path file = Files.writeString(folder.resolve("own.json"), block("json"), StandardCharsets.UTF_8);
        assertThat(InjectionScenarios.from(file).and(InjectionScenarios.all()).list())
                .hasSizeGreaterThan(100);
    }

    @Test
    void theNumberOfScenariosIsRight() throws IOException {
        int count = InjectionScenarios.all().list().size();
        assertThat(Files.readString(DOCUMENT, StandardCharsets.UTF_8)).contains("There are " + count + " scenarios.");
    }
}
