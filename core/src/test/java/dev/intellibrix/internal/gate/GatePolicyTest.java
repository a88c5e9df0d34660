package dev.intellibrix.internal.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.approval.Permission;
import dev.intellibrix.approval.Permissions;
import dev.intellibrix.approval.TrustPolicy;
import dev.intellibrix.message.Label;
import dev.intellibrix.rules.InterceptRule;
import dev.intellibrix.rules.InterceptRules;
import dev.intellibrix.tool.ToolCategory;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An agent that works for another one is bound by both policies. */
class GatePolicyTest {

    private static final InterceptRules OWN = InterceptRules.none().with(InterceptRule.block("own", "a", "no a"));
    private static final InterceptRules OTHERS = InterceptRules.none().with(InterceptRule.block("others", "b", "no b"));

    private static GatePolicy policy(TrustPolicy trust, Permissions permissions, InterceptRules... rules) {
        return new GatePolicy(null, null, permissions, trust, List.of(rules), 1_000, null);
    }

    private static TrustPolicy asksFor(ToolCategory one) {
        return (category, label) -> category == one;
    }

    @Test
    void itAsksWhereOneOfBothDoes() {
        TrustPolicy both = policy(asksFor(ToolCategory.WRITE), Permissions.none())
                .under(policy(asksFor(ToolCategory.EXECUTE), Permissions.none()))
                .trustPolicy();

        assertThat(both.asks(ToolCategory.WRITE, Label.TRUSTED)).isTrue();
        assertThat(both.asks(ToolCategory.EXECUTE, Label.TRUSTED)).isTrue();
        assertThat(both.asks(ToolCategory.READ, Label.TRUSTED)).isFalse();
    }

    @Test
    void theStricterPermissionHolds() {
        Permissions both = policy(TrustPolicy.none(), Permissions.none().with(ToolCategory.WRITE, Permission.DENY))
                .under(policy(
                        TrustPolicy.none(),
                        Permissions.none()
                                .with(ToolCategory.WRITE, Permission.ASK)
                                .with(ToolCategory.READ, Permission.ASK)))
                .permissions();

        assertThat(both.of(ToolCategory.WRITE)).isEqualTo(Permission.DENY);
        assertThat(both.of(ToolCategory.READ)).isEqualTo(Permission.ASK);
    }

    @Test
    void allRulesCountOnceEachTheOwnOnesLast() {
        assertThat(policy(TrustPolicy.none(), Permissions.none(), OWN)
                        .under(policy(TrustPolicy.none(), Permissions.none(), OWN, OTHERS))
                        .rules())
                .containsExactly(OTHERS, OWN);
    }
}
