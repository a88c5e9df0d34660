package dev.intellibrix.agenttools.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.agenttools.Workbench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names as git writes them. */
class GitNameTest {

    @Test
    void quotesOnlyWhatNeedsIt() {
        assertThat(GitName.quote("a b/\u00fc\u4e2d.txt")).isEqualTo("a b/\u00fc\u4e2d.txt");
        assertThat(GitName.quote("a\"\\\t\n\u0001\u007f")).isEqualTo("\"a\\\"\\\\\\t\\n\\001\\177\"");
    }

    @Test
    void readsOctalEscapesAsBytesOfUtf8() {
        assertThat(GitName.unquote("\"\\303\\274\\344\\270\\255\" rest"))
                .contains(new GitName.Unquoted("\u00fc\u4e2d", 22));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "plain", "\"open", "\"open\\", "\"\\q\"", "\"\\12\"", "\"\\777\"", "\"\\303\"", "\"\\389\""})
    void refusesWhatGitDoesNotWrite(String text) {
        assertThat(GitName.unquote(text)).isEmpty();
    }

    @Test
    void readsBackWhateverItQuotes() {
        Workbench.forSeeds(500, random -> {
            StringBuilder name = new StringBuilder();
            for (int i = 1 + random.nextInt(12); i > 0; i--) {
                name.append(
                        random.nextInt(4) == 0 ? (char) (0xc0 + random.nextInt(40)) : (char) (1 + random.nextInt(127)));
            }
            String quoted = GitName.quote(name.toString());
            if (!quoted.equals(name.toString())) {
                assertThat(GitName.unquote(quoted)).contains(new GitName.Unquoted(name.toString(), quoted.length()));
            }
        });
    }
}
