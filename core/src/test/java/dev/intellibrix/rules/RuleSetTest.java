package dev.intellibrix.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.tool.Command;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RuleSetTest {

    private static final String ONE = "{\"exec_rules\": [{\"name\": \"a\", \"pattern\": \"x\", \"message\": \"m\"}]}";
    private static final String OTHER = "{\"exec_rules\": [{\"name\": \"b\", \"pattern\": \"x\", \"message\": \"m\"},"
            + "{\"name\": \"read\", \"pattern\": \"y\", \"message\": \"m\"}]}";

    @Test
    void hasARevisionThatDependsOnWhatItSays() {
        String revision = InterceptRules.fromJson(ONE).current().revision();
        assertThat(revision)
                .hasSize(64)
                .isEqualTo(InterceptRules.fromJson(ONE.replace(" ", "  "))
                        .current()
                        .revision());
        assertThat(List.of(
                        revision,
                        InterceptRules.builtIn().current().revision(),
                        InterceptRules.none().current().revision(),
                        InterceptRules.fromJson(OTHER).current().revision(),
                        InterceptRules.fromJson(ONE.replace("\"m\"", "\"n\""))
                                .current()
                                .revision(),
                        InterceptRules.fromJson(ONE.replace("{\"exec", "{\"enabled\": false, \"exec"))
                                .current()
                                .revision()))
                .doesNotHaveDuplicates();
    }

    @Test
    void tellsHowItDiffersFromTheOneBefore() {
        InterceptRules rules = InterceptRules.fromJson(ONE);
        RuleSet before = rules.current();
        rules.replace(OTHER);
        RulesDifference difference = rules.current().differenceFrom(before);
        assertThat(difference)
                .isEqualTo(new RulesDifference(
                        before.revision(), rules.current().revision(), List.of("b"), List.of("a"), List.of("read")));
    }

    @Test
    void staysAsItIsWhileTheRulesChange() {
        InterceptRules rules = InterceptRules.fromJson(ONE);
        RuleSet before = rules.current();
        rules.replace("{}");
        assertThat(before.evaluate(List.of(Command.text("x"))).isBlocked()).isTrue();
        assertThat(rules.current().evaluate(List.of(Command.text("x"))).isBlocked())
                .isFalse();
    }

    @Test
    void hasNothingToSayAboutACallWithoutCommands() {
        assertThat(InterceptRules.builtIn().current().evaluate(List.of())).isEqualTo(RuleFindings.NONE);
    }

    @Test
    void keepsTheLastThousandViolationsNewestLast() {
        InterceptRules rules = InterceptRules.builtIn();
        IntStream.range(0, 1_005).forEach(i -> rules.record(violation("c" + i)));
        assertThat(rules.violations()).hasSize(1_000);
        assertThat(rules.violations().get(0).command()).isEqualTo("c5");
        assertThat(rules.violations().get(999).command()).isEqualTo("c1004");
    }

    @Test
    void showsWhatIsHiddenInAViolationAndCutsItAloud() {
        assertThat(violation("rm\u202e\n-rf").command()).isEqualTo("rm\\u{202E}\\n-rf");
        assertThat(violation("x".repeat(2_500)).command())
                .startsWith("xxx")
                .endsWith("x ... [500 more characters]")
                .hasSizeLessThan(2_050);
    }

    private static Violation violation(String command) {
        return new Violation(Instant.EPOCH, "run", "shell", "read", command);
    }
}
