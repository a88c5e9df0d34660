package dev.intellibrix.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.tool.Command;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InterceptRuleTest {

    private static RuleFindings evaluate(InterceptRule rule, String command) {
        return InterceptRules.none().with(rule).current().evaluate(List.of(Command.text(command)));
    }

    @Test
    void blocksByItsPatternAnywhereInTheCommand() {
        InterceptRule rule = InterceptRule.block("no-push", "(?i)\\bgit\\s+push\\b", "ask which branch first");
        assertThat(evaluate(rule, "cd x && GIT PUSH origin").blocks())
                .containsExactly(new RuleFindings.Hit("no-push", "ask which branch first"));
        assertThat(evaluate(rule, "git rev-parse --abbrev-ref HEAD")).isEqualTo(RuleFindings.NONE);
    }

    @Test
    void confirmsWithoutBlocking() {
        InterceptRule rule = InterceptRule.confirm("careful", "^echo\\s+danger\\b", "sure?");
        RuleFindings findings = evaluate(rule, "echo danger");
        assertThat(findings.isBlocked()).isFalse();
        assertThat(findings.needsApproval()).isTrue();
        assertThat(findings.confirms()).containsExactly(new RuleFindings.Hit("careful", "sure?"));
    }

    @Test
    void checksItsExamples() {
        InterceptRule rule = InterceptRule.block("no-push", "\\bgit push\\b", "no");
        assertThat(rule.withMatch("git push", "true; git 'push'")
                        .withNoMatch("git pull")
                        .match())
                .hasSize(2);
        assertThatThrownBy(() -> rule.withMatch("git pull"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"git pull\" does not match");
        assertThatThrownBy(() -> rule.withNoMatch("sudo git push"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"sudo git push\" matches");
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "a**", "(?!x)y", "(a)\\1", "[z-a]", "a{1001}", "\\p{Nonsense}"})
    void refusesAPatternThatDoesNotCompile(String pattern) {
        assertThatThrownBy(() -> InterceptRule.block("x", pattern, "m"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not compile");
    }

    @Test
    void refusesWhatIsEmptyTooLongReservedOrInvisible() {
        refused(() -> InterceptRule.block(" ", "x", "m"), "name is empty");
        refused(() -> InterceptRule.block("n", "", "m"), "pattern is empty");
        refused(() -> InterceptRule.block("n", "x", ""), "message is empty");
        refused(() -> InterceptRule.block("n".repeat(101), "x", "m"), "name has 101 characters");
        refused(() -> InterceptRule.block("n", "x".repeat(1_001), "m"), "pattern has 1001 characters");
        refused(() -> InterceptRule.block("n", "x", "m".repeat(2_001)), "message has 2001 characters");
        refused(() -> InterceptRule.block("a\u200bb", "x", "m"), "can not be seen");
        refused(() -> InterceptRule.block("unknown-tool", "x", "m"), "reserved");
        refused(() -> InterceptRule.block("command-length", "x", "m"), "reserved");
    }

    private static void refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable made, String why) {
        assertThatThrownBy(made).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(why);
    }

    @Test
    void answersQuicklyWherePatternsBacktrack() {
        InterceptRule slow = InterceptRule.block("slow", "(a+)+$|(a|a)*b$|(.*a){12}b|(x|y)*z$", "no");
        long start = System.nanoTime();
        assertThat(evaluate(slow, "echo " + "a".repeat(9_900) + "!").isBlocked())
                .isFalse();
        assertThat(evaluate(slow, "echo " + "a".repeat(9_900)).isBlocked()).isTrue();
        assertThat(evaluate(slow, "echo " + "xy".repeat(4_900) + "z!").isBlocked())
                .isFalse();
        assertThat(System.nanoTime() - start).isLessThan(10_000_000_000L);
    }

    @Test
    void equalsARuleThatSaysTheSame() {
        InterceptRule rule = InterceptRule.block("n", "x", "m");
        assertThat(rule)
                .isEqualTo(InterceptRule.block("n", "x", "m"))
                .hasSameHashCodeAs(InterceptRule.block("n", "x", "m"));
        assertThat(rule).isNotEqualTo(InterceptRule.confirm("n", "x", "m"));
        assertThat(rule).isNotEqualTo(rule.withNoMatch("y"));
        assertThat(rule).hasToString("InterceptRule[n BLOCK x]");
    }
}
