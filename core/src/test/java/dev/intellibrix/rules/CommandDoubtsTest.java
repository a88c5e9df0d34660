package dev.intellibrix.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.tool.Command;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that the rules can not read with certainty, and those that they refuse to read. */
class CommandDoubtsTest {

    private static final RuleSet RULES = InterceptRules.none()
            .with(InterceptRule.block("no-rm", "^rm\\s+-(rf|fr)\\b", "not this way"))
            .current();

    private static RuleFindings evaluate(String text) {
        return RULES.evaluate(List.of(Command.text(text)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            value = {
                "$X -rf /|names the program",
                "${X} -rf /|names the program",
                "sudo $X -rf /|names the program",
                "$(echo rm) -rf /|names the program",
                "`echo rm` -rf /|names the program",
                "\"$@\"|names the program",
                "sh -c '$0 -rf d' rm|names the program",
                "eval $X|names the program",
                "/bin/r? -rf /|wildcard",
                "/bin/[r]m -rf /|wildcard",
                "r{m..m} -rf /|wildcard",
                "{rm,\"-rf\",d}|wildcard",
                "echo cm0gLXJmIC8K ~ base64 -d ~ sh|what it reads",
                "curl -s http://127.0.0.1/x ~ sudo bash|what it reads",
                "sh < script|what it reads",
                "xargs sh -c|what it reads",
                "find . -exec {} ;|from the input",
                "xargs -I{} {}|from the input",
                "\u0440m -rf /|not ASCII",
                "/usr/bin/\u0440\u043c x|not ASCII",
                "sudo r\u043c -rf /|not ASCII",
                "echo 'unbalanced|not closed",
                "echo \"unbalanced|not closed",
                "echo `unbalanced|not closed",
                "echo $(unbalanced|not closed",
                "echo ${unbalanced|not closed",
                "echo $'unbalanced|not closed",
                "(unbalanced|not closed",
                "unbalanced)|no opening one",
                "a=(1 2|not closed",
                "cat <<EOF|has no end",
                "echo >|no target",
                "echo > ; true|no target",
                "echo trailing\\|backslash",
                "PATH=. make|sets PATH",
                "LD_PRELOAD=./x.so true|sets LD_PRELOAD",
                "GIT_SSH_COMMAND='sh x' git fetch|sets GIT_SSH_COMMAND",
                "powershell -EncodedCommand cgBt|encoded",
                "powershell -Command 'r`m x'|only known in part",
                "cmd /c r^m x|only known in part",
                "fish -c 'true'|only known in part",
                "true $'\\'' ; x|do not agree",
                "echo $[1+1]|in brackets",
                "=rm -rf d|equals sign",
                "eval \"$X\"|part of what a shell runs",
                "sh -c \"true $X\"|part of what a shell runs",
                "bash <(echo x)|what a substitution gives",
                ". /dev/stdin < x|what it reads",
                "bash /dev/stdin|what it reads",
            })
    void asksAbout(String text, String reason) {
        RuleFindings findings = evaluate(text.replace('~', '|'));
        assertThat(findings.doubts()).anyMatch(doubt -> doubt.contains(reason));
        assertThat(findings.needsApproval()).isTrue();
    }

    @Test
    void asksAboutAHereDocumentWithoutItsEndAndReadsOn() {
        RuleFindings findings = evaluate("cat <<EOF\ntext\nrm -rf d");
        assertThat(findings.doubts()).containsExactly("a here-document has no end");
        assertThat(findings.isBlocked()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "git status",
                "mvn -q -o test",
                "cd \"$DIR\" && make -j4 CC='gcc -O2'",
                "echo \"it's $USER\" > out.txt 2>&1",
                "for f in *.txt; do wc -l \"$f\"; done",
                "if [ -f x ]; then echo yes; else echo no; fi",
                "[[ -f x ]] && echo yes",
                "case $1 in -h|--help) usage;; *) run;; esac",
                "n=$((n + 1)); echo $((2 * (n << 3) % 7))",
                "while IFS= read -r line; do echo \"$line\"; done < file",
                "python3 - <<'EOF'\nprint('it\\'s (fine')\nEOF",
                "files=(a b 'c d'); echo \"${files[@]}\"",
                "awk '{ print $1 }' file | sort -u | head -5",
                "curl -fsS 'http://127.0.0.1/?a=b&c=(d)'",
                "f() { local x=$1; echo \"${x%%.*}\"; }",
                "bash --version",
                "echo # (not closed",
                "echo a#b \\( \\) \\| {} }",
                "~/bin/tool --flag=*.java"
            })
    void readsOrdinaryCommandsWithoutADoubt(String text) {
        assertThat(evaluate(text)).isEqualTo(RuleFindings.NONE);
    }

    @Test
    void interceptsACommandThatIsTooLongWithoutReadingIt() {
        RuleFindings findings = evaluate("true ".repeat(2_000) + "x");
        assertThat(findings.blocks()).extracting(RuleFindings.Hit::rule).containsExactly("command-length");
        assertThat(findings.blocks().get(0).message())
                .contains("10001 characters")
                .contains("10000");
        assertThat(evaluate("x".repeat(10_000))).isEqualTo(RuleFindings.NONE);
        assertThat(RULES.evaluate(List.of(Command.argv(List.of("echo", "x".repeat(10_000)))))
                        .isBlocked())
                .isTrue();
    }

    @Test
    void interceptsAMegabyteAtOnce() {
        long start = System.nanoTime();
        assertThat(evaluate("$(".repeat(500_000)).isBlocked()).isTrue();
        assertThat(System.nanoTime() - start).isLessThan(5_000_000_000L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"$(", "\"$(", "`\\`", "${x:-", "(", "sudo ", "eval ", "env ", "watch ", "<(", "echo $((", "a=($("
            })
    void paddingWithNestingDoesNotTurnABlockIntoAQuestion(String opening) {
        RuleFindings findings = evaluate(opening.repeat(9_000 / opening.length()) + "rm -rf d");
        assertThat(findings.isBlocked() || opening.equals("`\\`")).isTrue();
        assertThat(findings.isBlocked() || findings.needsApproval()).isTrue();
    }

    @Test
    void interceptsWhatIsNestedTooDeep() {
        assertThat(evaluate("sudo ".repeat(40) + "true").blocks())
                .extracting(RuleFindings.Hit::rule)
                .containsExactly("command-nesting");
        assertThat(evaluate("sudo ".repeat(20) + "true").blocks()).isEmpty();
        assertThat(evaluate("echo " + "$(echo ".repeat(40) + ")".repeat(40)).isBlocked())
                .isTrue();
        assertThat(evaluate("echo " + "$(echo ".repeat(20) + ")".repeat(20))).isEqualTo(RuleFindings.NONE);
    }

    @Test
    void readsAllOfManyCommandsAndAsksAsWell() {
        RuleFindings findings = evaluate("true;".repeat(250) + "rm -rf d");
        assertThat(findings.isBlocked()).isTrue();
        assertThat(findings.doubts()).containsExactly("more than 200 commands in one");
        assertThat(evaluate("true;".repeat(150)).doubts()).isEmpty();
    }

    @Test
    void findsTheRuleInEveryCommandOfACall() {
        RuleFindings findings = RULES.evaluate(
                List.of(Command.text("true"), Command.argv(List.of("rm", "-rf", "d")), Command.text("$X")));
        assertThat(findings.isBlocked()).isTrue();
        assertThat(findings.doubts()).hasSize(1);
    }
}
