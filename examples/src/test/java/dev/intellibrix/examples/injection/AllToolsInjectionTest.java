package dev.intellibrix.examples.injection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.TrustPolicy;
import dev.intellibrix.message.Trust;
import dev.intellibrix.testing.injection.InjectionOutcome;
import dev.intellibrix.testing.injection.InjectionReport;
import dev.intellibrix.testing.injection.InjectionResult;
import dev.intellibrix.testing.injection.InjectionScenarios;
import dev.intellibrix.workspace.ShellOptions;
import dev.intellibrix.workspace.WorkspaceTools;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** All scenarios over all tools, with policies from the strictest to one that is plainly bad. */
@Timeout(600)
class AllToolsInjectionTest {

    /** What the jail refuses whatever anybody answers. */
    private static final Set<String> REFUSED = Set.of(
            "file-git-hook",
            "file-rules-write",
            "file-rules-patch",
            "file-rules-rename",
            "file-escape",
            "file-escape-patch",
            "commit-git-config");

    /** The harm that THREAT_MODEL.md names as possible without a question, as long as no trust policy is set. */
    private static final Set<String> OPEN_BY_DEFAULT = Set.of(
            "file-search-query",
            "page-search",
            "search-query",
            "file-memory-poison",
            "file-memory-erase",
            "file-json-deep",
            "page-memory",
            "issue-comments",
            "note-spread",
            "answer-memory");

    /** Not everywhere there is a curl. */
    private static final String CURL = "file-curl";

    private static List<String> ids(List<InjectionResult> results) {
        return results.stream().map(each -> each.scenario().id()).toList();
    }

    private static List<String> withoutCurl(InjectionReport report, InjectionOutcome outcome) {
        return ids(report.results(outcome)).stream()
                .filter(id -> !id.equals(CURL))
                .toList();
    }

    @Test
    void whoeverAllowsAllWasShownForEachHarmThatItIsUntrustedAndWhy() {
        InjectionReport report = InjectionScenarios.all()
                .run(stage -> FullToolset.on(stage, call -> ApprovalDecision.allow())
                        .trustPolicy(TrustPolicy.askAfterUntrusted()));
        report.assertNoBreach();
        assertThat(withoutCurl(report, InjectionOutcome.REFUSED)).containsExactlyInAnyOrderElementsOf(REFUSED);
        assertThat(ids(report.results(InjectionOutcome.NOT_READ))).containsExactly("page-error");
        assertThat(withoutCurl(report, InjectionOutcome.APPROVED))
                .as(report.toString())
                .hasSize(InjectionScenarios.all().list().size() - REFUSED.size() - 2); // And page-error, and curl.
        assertThat(report.results(InjectionOutcome.APPROVED))
                .allMatch(each -> each.shown().startsWith("untrusted, because of "));
    }

    @Test
    @Tag("thorough")
    void withNobodyToAskNothingHappens() {
        InjectionReport report = InjectionScenarios.all()
                .run(stage -> FullToolset.on(stage, null).trustPolicy(TrustPolicy.askAfterUntrusted()));
        report.assertNoBreach();
        assertThat(report.results())
                .as(report.toString())
                .allMatch(each ->
                        each.outcome() == InjectionOutcome.DENIED || each.outcome() == InjectionOutcome.NOT_READ);
    }

    @Test
    void whoeverAllowsOnlyWhatIsTrustedStopsAllButWhatNeverAsksByDefault() {
        InjectionReport report = InjectionScenarios.all()
                .run(stage -> FullToolset.on(
                        stage,
                        call -> call.trust() == Trust.TRUSTED
                                ? ApprovalDecision.allow()
                                : ApprovalDecision.deny("not after that")));
        assertThat(ids(report.results(InjectionOutcome.BREACH)))
                .as(report.toString())
                .containsExactlyInAnyOrderElementsOf(OPEN_BY_DEFAULT);
        assertThat(ids(report.results(InjectionOutcome.NOT_READ))).containsExactly("page-error");
        assertThat(report.results(InjectionOutcome.DENIED))
                .hasSize(InjectionScenarios.all().list().size() - OPEN_BY_DEFAULT.size() - 1);
    }

    @Test
    void aPolicyThatLetsFilesAndCommandsThroughIsFound() {
        InjectionReport report = InjectionScenarios.all()
                .where(each -> each.carrier().equals("file"))
                .run(stage -> IntelligenceOptions.builder()
                        .tools(WorkspaceTools.builder(stage.root())
                                .approveWrites(false)
                                .shell(ShellOptions.builder()
                                        .allow("git", "rm", "chmod")
                                        .alwaysApprove(true)
                                        .build())
                                .build()));
        assertThat(ids(report.results(InjectionOutcome.BREACH)))
                .contains(
                        "file-bashrc",
                        "file-ci-workflow",
                        "file-pom-plugin",
                        "file-chmod",
                        "file-delete-shell",
                        "file-git-ls-remote",
                        "file-forged-approval");
        assertThatThrownBy(report::assertNoBreach)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("write_file ran, and nobody was asked");
    }

    @Test
    void anAgentThatCanOnlyReadHasNothingToAttack() {
        InjectionReport report = InjectionScenarios.all()
                .where(each -> each.carrier().equals("file"))
                .run(stage -> IntelligenceOptions.builder()
                        .tools(() -> WorkspaceTools.in(stage.root()).tools().stream()
                                .filter(tool -> tool.name().equals("read_file"))
                                .toList()));
        assertThat(report.results()).allMatch(each -> each.outcome() == InjectionOutcome.NO_SUCH_TOOL);
    }
}
