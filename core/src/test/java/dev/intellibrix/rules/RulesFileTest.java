package dev.intellibrix.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.tool.Command;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RulesFileTest {

    private static final String NO_PUSH = """
            {
              "enabled": true,
              "exec_rules": [
                {
                  "name": "no-push",
                  "pattern": "(?i)\\\\bgit\\\\s+push\\\\b",
                  "message": "Confirm which branch you are pushing before pushing to the remote.",
                  "action": "confirm",
                  "match": ["git push origin main"],
                  "no_match": ["git pull"]
                }
              ]
            }
            """;

    @TempDir
    Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("intercept_rules.json"), text);
    }

    private static List<String> names(InterceptRules rules) {
        return rules.current().rules().stream().map(InterceptRule::name).toList();
    }

    private static RuleFindings evaluate(InterceptRules rules, String command) {
        return rules.current().evaluate(List.of(Command.text(command)));
    }

    @Test
    void addsItsRulesToTheBuiltInOnes() throws IOException {
        InterceptRules rules = InterceptRules.fromFile(file(NO_PUSH));
        assertThat(rules.current().fault()).isEmpty();
        assertThat(names(rules)).containsExactly("write", "read", "list", "search", "date", "no-push");
        assertThat(evaluate(rules, "git push").confirms()).hasSize(1);
        assertThat(evaluate(rules, "cat f").isBlocked()).isTrue();
    }

    @Test
    void blocksUnlessItSaysConfirm() throws IOException {
        InterceptRules rules = InterceptRules.fromFile(
                file("{\"exec_rules\": [{\"name\": \"x\", \"pattern\": \"x\", \"message\": \"m\"}]}"));
        assertThat(evaluate(rules, "x").blocks()).containsExactly(new RuleFindings.Hit("x", "m"));
    }

    @Test
    void replacesAndDropsBuiltInRulesByName() throws IOException {
        InterceptRules rules = InterceptRules.fromFile(file("""
                {"exec_rules": [
                  {"name": "date", "enabled": false},
                  {"name": "read", "pattern": "^cat secret", "message": "m", "action": "confirm"},
                  {"name": "later", "pattern": "x", "message": "m", "enabled": false}
                ]}"""));
        assertThat(names(rules)).containsExactly("write", "list", "search", "read");
        assertThat(evaluate(rules, "date; cat f")).isEqualTo(RuleFindings.NONE);
        assertThat(evaluate(rules, "cat secret").confirms()).hasSize(1);
    }

    @Test
    void switchesOffItselfAndTheBuiltInRulesButNotThoseInCode() throws IOException {
        InterceptRules rules = InterceptRules.fromFile(file(NO_PUSH.replace("true", "false")))
                .with(InterceptRule.block("no-rm", "^rm ", "no"));
        assertThat(names(rules)).containsExactly("no-rm");
        assertThat(evaluate(rules, "git push; cat f; rm x").blocks()).hasSize(1);
    }

    @Test
    void canNotWeakenARuleInCode() throws IOException {
        Path file = file("{\"exec_rules\": [{\"name\": \"no-rm\", \"enabled\": false}]}");
        InterceptRules rules = InterceptRules.fromFile(file).with(InterceptRule.block("no-rm", "^rm ", "no"));
        assertThat(evaluate(rules, "rm x").isBlocked()).isTrue();
        rules.replace("{\"exec_rules\": [{\"name\": \"no-rm\", \"pattern\": \"never\", \"message\": \"m\"}]}");
        assertThat(evaluate(rules, "rm x").isBlocked()).isTrue();
        rules.replace("{\"enabled\": false}");
        assertThat(evaluate(rules, "rm x").isBlocked()).isTrue();
    }

    static Stream<List<String>> faulty() {
        return Stream.of(
                List.of("", "line 1: a rules file is an object"),
                List.of("[]", "line 1: a rules file is an object"),
                List.of("{\n\"enabled\": 1}", "line 2: enabled is true or false"),
                List.of("{\n\"enabeld\": true}", "line 2: unknown key \"enabeld\""),
                List.of("{\n\n\"exec_rules\": {}}", "line 3: exec_rules is a list"),
                List.of("{\"exec_rules\": [\n3]}", "line 2: a rule is an object"),
                List.of("{\"enabled\": true,\n\"enabled\": false}", "line 2: not valid JSON: Duplicate"),
                List.of("{\"exec_rules\": [}", "line 1: not valid JSON"),
                List.of("{\"exec_rules\": [", "line 1: not valid JSON"),
                List.of("{}\n{}", "line 2: text after the end"),
                List.of("{\"enabled\": NaN}", "line 1: not valid JSON"),
                List.of(
                        NO_PUSH.replace("(?i)", "("),
                        "line 6: rule \"no-push\": the pattern does not compile: missing closing )"),
                List.of(NO_PUSH.replace("\"confirm\"", "\"ask\""), "line 8: unknown action \"ask\""),
                List.of(NO_PUSH.replace("\"confirm\"", "\"Block\""), "line 8: unknown action \"Block\""),
                List.of(NO_PUSH.replace("\"action\"", "\"acton\""), "line 8: unknown key \"acton\" in a rule"),
                List.of(NO_PUSH.replace("\"match\"", "\"Match\""), "line 9: unknown key \"Match\" in a rule"),
                List.of(NO_PUSH.replace("git pull", "git push"), "line 4: rule \"no-push\": the example \"git push\""),
                List.of(NO_PUSH.replace("git push origin", "git pull"), "line 4: rule \"no-push\": the example"),
                List.of(NO_PUSH.replace("[\"git pull\"]", "\"git pull\""), "line 10: no_match is a list of texts"),
                List.of(NO_PUSH.replace("\"no-push\"", "7"), "line 5: name is a text"),
                List.of(NO_PUSH.replace("no-push", " "), "line 5: rule: name is empty"),
                List.of(NO_PUSH.replace("no-push", "unknown-tool"), "line 5: rule \"unknown-tool\": the name"),
                List.of(
                        "{\"exec_rules\": [\n{\"pattern\": \"x\", \"message\": \"m\"}]}",
                        "line 2: rule: name is empty"),
                List.of(
                        "{\"exec_rules\": [\n{\"name\": \"a\", \"message\": \"m\"}]}",
                        "line 2: rule \"a\": pattern is empty"),
                List.of(
                        "{\"exec_rules\": [\n{\"name\": \"a\", \"pattern\": \"x\"}]}",
                        "line 2: rule \"a\": message is empty"),
                List.of(
                        "{\"exec_rules\": [\n{\"name\": \"a\", \"enabled\": false},\n{\"name\": \"a\", \"enabled\": false}]}",
                        "line 3: a second rule \"a\"; the first one is in line 2"));
    }

    @ParameterizedTest
    @MethodSource("faulty")
    void rejectsTheWholeFileNamingLineAndReason(List<String> textAndReason) throws IOException {
        InterceptRules rules = InterceptRules.fromFile(file(textAndReason.get(0)));
        assertThat(rules.current().fault())
                .hasValueSatisfying(fault -> assertThat(fault).startsWith(textAndReason.get(1)));
        assertThat(names(rules)).containsExactly("write", "read", "list", "search", "date");
        assertThatThrownBy(() -> InterceptRules.fromJson(textAndReason.get(0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(textAndReason.get(1));
    }

    @Test
    void keepsTheLastGoodRulesWhenTheNextAreFaulty() throws IOException {
        Path file = file(NO_PUSH);
        InterceptRules rules = InterceptRules.fromFile(file);
        RuleSet before = rules.current();
        assertThatThrownBy(() -> rules.replace("{\"exec_rules\": [{\"name\": \"x\"}]}"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(rules.current()).isSameAs(before);
        assertThat(file).hasContent(NO_PUSH);
    }

    @Test
    void isAFaultWhenItIsMissingOrNoText() throws IOException {
        Path missing = folder.resolve("none/rules.json");
        assertThat(InterceptRules.fromFile(missing).current().fault()).contains("there is no such file");
        assertThat(InterceptRules.fromFile(folder).current().fault()).isPresent();
        Path bytes = Files.write(folder.resolve("b"), new byte[] {'{', (byte) 0xff, '}'});
        assertThat(InterceptRules.fromFile(bytes).current().fault()).contains("the file is not UTF-8");
        Path marked = Files.writeString(folder.resolve("m"), "\ufeff{}", StandardCharsets.UTF_8);
        assertThat(InterceptRules.fromFile(marked).current().fault()).isEmpty();
    }

    @Test
    void isWrittenWithTheRulesThatReplaceItsOwnAndTheFaultIsOver() throws IOException {
        Path missing = folder.resolve(".bi/intercept_rules.json");
        InterceptRules rules = InterceptRules.fromFile(missing);
        rules.replace(NO_PUSH);
        assertThat(rules.current().fault()).isEmpty();
        assertThat(missing).hasContent(NO_PUSH);
        assertThat(InterceptRules.fromFile(missing).current().revision())
                .isEqualTo(rules.current().revision());
        try (Stream<Path> files = Files.list(missing.getParent())) {
            assertThat(files).containsExactly(missing);
        }
    }

    @Test
    void keepsItsPermissionsAndTheLinkThatLeadsToIt() throws IOException {
        Path target = file(NO_PUSH);
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-r-----"));
        Path link = Files.createSymbolicLink(folder.resolve("link.json"), target);
        InterceptRules.fromFile(link).replace("{}");
        assertThat(link).isSymbolicLink();
        assertThat(target).hasContent("{}");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
                .isEqualTo("rw-r-----");
    }

    @Test
    void changesNothingWhenItCanNotBeWritten() throws IOException {
        Path blocked = Files.writeString(folder.resolve("file"), "x").resolve("rules.json");
        InterceptRules rules = InterceptRules.fromFile(blocked);
        RuleSet before = rules.current();
        assertThatThrownBy(() -> rules.replace(NO_PUSH)).isInstanceOf(UncheckedIOException.class);
        assertThat(rules.current()).isSameAs(before);
    }

    @Test
    void isProtectedUnderItsNameAndItsRealPath() throws IOException {
        Path target = file(NO_PUSH);
        Path link = Files.createSymbolicLink(folder.resolve("link.json"), target);
        assertThat(InterceptRules.fromFile(link).protectedFiles())
                .containsExactlyInAnyOrder(link.toAbsolutePath(), target.toRealPath());
        assertThat(InterceptRules.fromFile(folder.resolve("a/../none/rules.json"))
                        .with(InterceptRule.block("x", "x", "x"))
                        .protectedFiles())
                .contains(folder.toRealPath().resolve("none/rules.json"));
        assertThat(InterceptRules.builtIn().protectedFiles()).isEmpty();
    }

    @Test
    void refusesTwoRulesOfOneNameInCode() {
        InterceptRule rule = InterceptRule.block("x", "x", "x");
        assertThatThrownBy(() -> InterceptRules.builtIn().with(rule).with(rule))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("named x");
    }
}
