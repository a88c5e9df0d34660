package dev.intellibrix.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.tool.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the guide says of commands is so. */
class RulesGuideTest {

    private static final Path GUIDE = Path.of("../docs/intercept-rules.md");
    private static final RuleSet RULES = InterceptRules.none()
            .with(InterceptRule.block("no-rm", "^rm\\s+-(rf|fr)\\b", "no"))
            .current();

    private static List<String> blocks(String language) throws IOException {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(GUIDE))
                .results()
                .map((MatchResult block) -> block.group(1))
                .toList();
    }

    private static RuleFindings evaluate(String command) {
        return RULES.evaluate(List.of(Command.text(command)));
    }

    @Test
    void theFirstListIsFound() throws IOException {
        List<String> commands = blocks("sh").get(0).lines().toList();
        assertThat(commands)
                .hasSizeGreaterThan(10)
                .allMatch(command -> evaluate(command).isBlocked());
    }

    @Test
    void theSecondListAsks() throws IOException {
        List<String> commands = blocks("sh").get(1).lines().toList();
        assertThat(commands)
                .hasSizeGreaterThan(10)
                .allMatch(command ->
                        evaluate(command).needsApproval() && !evaluate(command).isBlocked());
    }

    @Test
    void theThirdListIsNotFound() throws IOException {
        List<String> commands = blocks("sh").get(2).lines().toList();
        assertThat(commands)
                .hasSizeGreaterThan(10)
                .allMatch(command -> evaluate(command).equals(RuleFindings.NONE));
    }

    @Test
    void thePatternForAnyOrderOfOptionsFindsThemAll() throws IOException {
        String pattern = "^rm(\\s+\\S+)*\\s+(-\\w*[rR]\\w*|--recursive)\\b";
        assertThat(Files.readString(GUIDE)).contains(pattern);
        InterceptRule.block("no-rm", pattern, "no")
                .withMatch("rm -r -f d", "rm --recursive --force d", "rm -fr d", "rm d -vR", "true; rm -f -r d")
                .withNoMatch("rm d", "rm -f d-r", "echo rm -r");
    }

    @Test
    void theFileIsValid() throws IOException {
        List<String> files = blocks("json");
        assertThat(files).isNotEmpty();
        for (String file : files) {
            assertThat(InterceptRules.fromJson(file).current().fault()).isEmpty();
        }
    }
}
