package dev.intellibrix.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.tool.Command;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BuiltInRulesTest {

    private static List<String> blockedBy(InterceptRules rules, Command command) {
        return rules.current().evaluate(List.of(command)).blocks().stream()
                .map(RuleFindings.Hit::rule)
                .toList();
    }

    private static List<String> blockedBy(String text) {
        return blockedBy(InterceptRules.builtIn(), Command.text(text));
    }

    @ParameterizedTest
    @CsvSource({
        "cat f, read",
        "/bin/cat f, read",
        "head -n 5 f, read",
        "tail -f log, read",
        "less f, read",
        "type f.txt, read",
        "sudo cat /etc/shadow, read",
        "make; cat out, read",
        "sh -c 'cat f', read",
        "ls, list",
        "ls -la src, list",
        "DIR, list",
        "grep -rn x src, search",
        "rg --files, search",
        "find . -name x, search",
        "make | grep error, search",
        "date, date",
        "date +%s, date",
        "A=$(date), date",
        "tee made, write",
        "make | tee -a log, write",
        "echo hi > f, write",
        "echo hi>f, write",
        "echo hi >> f, write",
        "> f echo hi, write",
        "echo hi 1>| f, write",
        "echo hi &> f, write",
        "echo hi 2>&1 > f, write",
        "printf '%s' x > f, write",
        "true && echo x > 'my file', write",
        "env A=1 echo hi > f, write",
        "sh -c \"echo hi > f\", write",
    })
    void pointToTheToolForTheJob(String text, String rule) {
        assertThat(blockedBy(text)).containsExactly(rule);
    }

    @Test
    void namesTheWriteBeforeTheReadWhenCatWrites() {
        assertThat(blockedBy("cat > f <<'EOF'\nx\nEOF")).containsExactly("write", "read");
        RuleFindings findings = InterceptRules.builtIn().current().evaluate(List.of(Command.text("cat f")));
        assertThat(findings.blocks().get(0).message()).contains("read_file");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo cat ls date grep",
                "echo 'a > b'",
                "echo \"->\" '>>' \\> x",
                "echo hi >&2",
                "echo hi 2> errors",
                "echo hi < in",
                "make > out; echo done",
                "make > out && echo 'x > y'",
                "> out make echo hi",
                "git log --date=iso --format=%s",
                "git log --format='%h > %s'",
                "git grep x",
                "mvn -Dcat=1 test",
                "catalog x",
                "./update-date now",
                "lsof -i",
                "date=5; typeset x",
                "npm run find",
                "for cat in a b; do wc -c \"$cat\"; done",
                "python3 - <<'EOF'\nls\ncat x\nEOF"
            })
    void watchProgramsNotWords(String text) {
        assertThat(blockedBy(text)).isEmpty();
    }

    @Test
    void leaveArgumentsAlone() {
        InterceptRules rules = InterceptRules.builtIn();
        assertThat(blockedBy(rules, Command.argv(List.of("echo", "cat", "ls", "date", "grep"))))
                .isEmpty();
        assertThat(blockedBy(rules, Command.argv(List.of("echo", "a", ">", "b"))))
                .isEmpty();
        assertThat(blockedBy(rules, Command.argv(List.of("cat", "a")))).containsExactly("read");
        assertThat(blockedBy(rules, Command.argv(List.of("date")))).containsExactly("date");
    }

    @Test
    void canBeReplacedAndDroppedInCode() {
        InterceptRules rules = InterceptRules.builtIn()
                .without("date", "search")
                .with(InterceptRule.confirm("read", "^cat secret", "Is that needed?"));
        assertThat(rules.current().rules()).extracting(InterceptRule::name).containsExactly("write", "list", "read");
        assertThat(blockedBy(rules, Command.text("date; cat f; grep x"))).isEmpty();
        assertThat(rules.current().evaluate(List.of(Command.text("cat secret"))).confirms())
                .containsExactly(new RuleFindings.Hit("read", "Is that needed?"));
    }

    @Test
    void refuseToDropWhatIsNotThere() {
        InterceptRules rules = InterceptRules.builtIn();
        assertThatThrownBy(() -> rules.without("no-push"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no-push");
    }
}
