package dev.intellibrix.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolNamesTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "a__b", "a_", "_", "__", "a b", "ä", "a.b", "x1234567890123456789012345678901234"})
    void isNoNameOfAServer(String name) {
        assertThat(ToolNames.isServerName(name)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "_a", "a_b", "files-2", "x1234567890123456789012345678901"})
    void isANameOfAServer(String name) {
        assertThat(ToolNames.isServerName(name)).isTrue();
    }

    @Test
    void keepsWhatAModelCanCall() {
        assertThat(ToolNames.of("files", "read_file")).isEqualTo("files__read_file");
        assertThat(ToolNames.of("files", "_x")).isEqualTo("files___x");
    }

    @Test
    void tellsApartWhatItHasToChange() {
        assertThat(ToolNames.of("s", "a.b")).matches("s__a_b_[0-9a-f]{8}").isNotEqualTo(ToolNames.of("s", "a/b"));
        assertThat(ToolNames.of("s", "\u0430")).matches("s____[0-9a-f]{8}"); // A look-alike of the Latin letter.
        assertThat(ToolNames.of("s", "l".repeat(100) + "1"))
                .hasSize(64)
                .isNotEqualTo(ToolNames.of("s", "l".repeat(100) + "2"));
        assertThat(ToolNames.of("x".repeat(32), "y".repeat(128))).hasSize(64);
    }

    /** No server can take a name of another one's, whatever it calls its tools. */
    @Test
    void noTwoServersEverShareAName() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        Map<String, String> owners = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            String server = word(random, "a_-", 1, 5);
            if (ToolNames.isServerName(server)) {
                String name = ToolNames.of(server, word(random, "a_-.", 1, 8));
                assertThat(owners.getOrDefault(name, server))
                        .as("seed %s, %s", seed, name)
                        .isEqualTo(server);
                owners.put(name, server);
                assertThat(name).matches("[a-zA-Z0-9_-]{1,64}");
            }
        }
    }

    private static String word(SplittableRandom random, String letters, int min, int max) {
        StringBuilder word = new StringBuilder();
        for (int n = random.nextInt(min, max + 1); n > 0; n--) {
            word.append(letters.charAt(random.nextInt(letters.length())));
        }
        return word.toString();
    }
}
