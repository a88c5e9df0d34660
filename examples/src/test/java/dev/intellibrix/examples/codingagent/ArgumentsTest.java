package dev.intellibrix.examples.codingagent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsTest {

    private static final String[] NONE = {};

    @ParameterizedTest
    @CsvSource({"OPENAI,openai,gpt-5", "ANTHROPIC,anthropic,claude-sonnet-4-5", "GEMINI,gemini,gemini-2.5-pro"})
    void theKeyThatIsSetDecidesWhoIsAsked(String whose, String provider, String model) {
        Arguments given = Arguments.parse(NONE, Map.of(whose + "_API_KEY", "key-0123456789"));

        assertThat(given.provider().id()).isEqualTo(provider);
        assertThat(given.model()).isEqualTo(model);
        assertThat(given.toString()).doesNotContain("key-0123456789");
    }

    @Test
    void withoutAKeyNobodyIsAskedAndABlankKeyIsNone() {
        assertThat(Arguments.parse(NONE, Map.of()).provider()).isNull();
        assertThat(Arguments.parse(NONE, Map.of("OPENAI_API_KEY", " ")).provider())
                .isNull();
    }

    @Test
    void anAddressIsThatOfAServerOfChatCompletionsWhateverOtherKeysThereAre() {
        Arguments given = Arguments.parse(
                new String[] {"--base-url", "http://127.0.0.1:11434/v1", "--model", "m"},
                Map.of("ANTHROPIC_API_KEY", "key-0123456789"));

        assertThat(given.provider().id()).isEqualTo("openai:127.0.0.1:11434");
        assertThat(given.model()).isEqualTo("m");
    }

    @Test
    void theDemoAsksNobodyUnlessItIsTold() {
        Map<String, String> keys = Map.of("OPENAI_API_KEY", "key-0123456789");

        assertThat(Arguments.parse(new String[] {"--demo"}, keys).provider()).isNull();
        assertThat(Arguments.parse(new String[] {"--demo", "--live"}, keys)
                        .provider()
                        .id())
                .isEqualTo("openai");
        assertThat(Arguments.parse(new String[] {"--demo", "--base-url", "http://127.0.0.1:1/v1"}, Map.of())
                        .provider()
                        .id())
                .isEqualTo("openai:127.0.0.1:1");
        assertThatThrownBy(() -> Arguments.parse(new String[] {"--demo", "--live"}, Map.of()))
                .hasMessageContaining("--live needs a key");
        assertThatThrownBy(() -> Arguments.parse(new String[] {"--live"}, keys)).hasMessageContaining("--demo");
    }

    @Test
    void anOptionThatIsUnknownOrHasNoValueIsRefused() {
        assertThatThrownBy(() -> Arguments.parse(new String[] {"--modle"}, Map.of()))
                .hasMessageContaining("--modle");
        assertThatThrownBy(() -> Arguments.parse(new String[] {"--model"}, Map.of()))
                .hasMessageContaining("--model needs a value");
        assertThatThrownBy(() -> Arguments.parse(new String[] {"--model", ""}, Map.of()))
                .hasMessageContaining("--model needs a value");
    }

    @Test
    void aRootThatIsNoFolderIsRefused(@TempDir Path folder) throws Exception {
        Path file = Files.createFile(folder.resolve("a.txt"));

        assertThat(Arguments.parse(new String[] {"--root=" + folder}, Map.of()).root())
                .isEqualTo(folder);
        assertThatThrownBy(() -> Arguments.parse(new String[] {"--root", file.toString()}, Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is no folder");
    }

    @Test
    void programsAreSeparatedByCommasWithOrWithoutBlanks() {
        assertThat(Arguments.parse(new String[] {"--allow", "git, mvn,"}, Map.of())
                        .allowed())
                .containsExactly("git", "mvn");
        assertThatThrownBy(() -> Arguments.parse(new String[] {"--allow", "bin/git"}, Map.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
