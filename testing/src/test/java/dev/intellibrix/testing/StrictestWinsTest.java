package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.RunResult;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalReason;
import dev.intellibrix.approval.Permission;
import dev.intellibrix.approval.Permissions;
import dev.intellibrix.approval.TrustPolicy;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.rules.InterceptRule;
import dev.intellibrix.rules.InterceptRules;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every combination of what can be said about a call, on the real loop: the strictest wins, and none weakens another. */
class StrictestWinsTest {

    enum Rule {
        NONE,
        CONFIRM,
        BLOCK
    }

    /** What each source says about the call. */
    record Sources(
            Rule rule, Optional<Permission> permission, boolean toolAsks, boolean trustAsks, boolean hookAllows) {

        List<ApprovalReason.Kind> reasons() {
            List<ApprovalReason.Kind> kinds = new ArrayList<>();
            if (rule == Rule.CONFIRM) {
                kinds.add(ApprovalReason.Kind.RULE);
            }
            if (permission.equals(Optional.of(Permission.ASK))) {
                kinds.add(ApprovalReason.Kind.PERMISSION);
            }
            if (toolAsks) {
                kinds.add(ApprovalReason.Kind.TOOL);
            }
            if (trustAsks) {
                kinds.add(ApprovalReason.Kind.TRUST);
            }
            return kinds;
        }

        boolean isRefused() {
            return rule == Rule.BLOCK || permission.equals(Optional.of(Permission.DENY));
        }

        ToolOutcome outcome() {
            if (rule == Rule.BLOCK) {
                return ToolOutcome.INTERCEPTED;
            }
            return isRefused() || (!hookAllows && !reasons().isEmpty()) ? ToolOutcome.DENIED : ToolOutcome.SUCCEEDED;
        }
    }

    record Execute(String text) {}

    private final List<String> ran = new ArrayList<>();
    private final List<List<ApprovalReason>> asked = new ArrayList<>();
    private final Watcher watcher = new Watcher();

    static List<Sources> combinations() {
        List<Sources> all = new ArrayList<>();
        for (Rule rule : Rule.values()) {
            for (int bits = 0; bits < 8; bits++) {
                all.add(sources(rule, Optional.empty(), bits));
                for (Permission permission : Permission.values()) {
                    all.add(sources(rule, Optional.of(permission), bits));
                }
            }
        }
        return all;
    }

    private static Sources sources(Rule rule, Optional<Permission> permission, int bits) {
        return new Sources(rule, permission, (bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0);
    }

    private Intelligence agent(Sources sources) {
        Tool.Builder<Execute> tool = Tool.define("execute", Execute.class)
                .description("Run a command")
                .category(ToolCategory.EXECUTE)
                .commandText(Execute::text);
        InterceptRules rules = InterceptRules.builtIn();
        if (sources.rule() != Rule.NONE) {
            rules = rules.with(
                    sources.rule() == Rule.BLOCK
                            ? InterceptRule.block("touch", "^touch", "no")
                            : InterceptRule.confirm("touch", "^touch", "really?"));
        }
        return new Intelligence(IntelligenceOptions.builder()
                .provider(MockProvider.of(MockTurn.call("execute", Map.of("text", "touch a")), MockTurn.text("done")))
                .tools((sources.toolAsks() ? tool.needsApproval() : tool)
                        .execute((input, context) -> ran.add(input.text()) ? "ran" : ""))
                .rules(rules)
                .permissions(sources.permission()
                        .map(permission -> Permissions.none().with(ToolCategory.EXECUTE, permission))
                        .orElse(Permissions.none()))
                .trustPolicy(sources.trustAsks() ? TrustPolicy.askAfterUntrusted() : TrustPolicy.none())
                .onToolApproval(call -> {
                    asked.add(call.reasons());
                    return sources.hookAllows() ? ApprovalDecision.allow() : ApprovalDecision.deny("no");
                })
                .onRunEvent(watcher)
                .build());
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void theStrictestSourceDecides(Sources sources) {
        RunResult run = agent(sources).ask(Message.user("go").untrusted(Origin.of(Origin.Kind.WEBHOOK, "mail")));

        assertThat(run.messages().get(2).toolResults())
                .singleElement()
                .satisfies(result -> assertThat(result.outcome()).isEqualTo(sources.outcome()));
        assertThat(ran).hasSize(sources.outcome() == ToolOutcome.SUCCEEDED ? 1 : 0);
        boolean isAsked = !sources.isRefused() && !sources.reasons().isEmpty();
        assertThat(asked).hasSize(isAsked ? 1 : 0);
        if (isAsked) {
            assertThat(asked.get(0))
                    .extracting(ApprovalReason::kind)
                    .containsExactlyInAnyOrderElementsOf(sources.reasons());
        }
        assertThat(watcher.all(RunEvent.ApprovalRequested.class)).hasSize(isAsked ? 1 : 0);
        assertThat(watcher.all(RunEvent.ApprovalResolved.class)).hasSize(isAsked ? 1 : 0);
        assertThat(watcher.all(RunEvent.ToolStarted.class)).hasSameSizeAs(ran);
        assertThat(watcher.only(RunEvent.ToolFinished.class).outcome()).isEqualTo(sources.outcome());
    }
}
