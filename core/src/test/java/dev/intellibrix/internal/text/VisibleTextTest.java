package dev.intellibrix.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.internal.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VisibleTextTest {

    private static final List<String> PIECES = List.of("\\", "u{200B}", "n", "r", "\u200b", "\n", "\r");

    /** All texts of up to so many pieces. */
    private static List<String> texts(int pieces) {
        List<String> all = new ArrayList<>(List.of(""));
        int from = 0;
        for (int length = 0; length < pieces; length++) {
            int to = all.size();
            for (int i = from; i < to; i++) {
                String start = all.get(i);
                PIECES.forEach(piece -> all.add(start + piece));
            }
            from = to;
        }
        return all;
    }

    private static void assertNoTwoAlike(UnaryOperator<String> show) {
        Map<String, String> shownFrom = new HashMap<>();
        for (String text : texts(5)) {
            String before = shownFrom.put(show.apply(text), text);
            if (before != null) {
                assertThat(before).as("what looks like %s", show.apply(text)).isEqualTo(text);
            }
        }
    }

    @Test
    void noTwoTextsLookAlike() {
        assertNoTwoAlike(VisibleText::exact);
        assertNoTwoAlike(VisibleText::exactLine);
    }

    @ParameterizedTest
    @CsvSource({
        "C:\\Users\\me, C:\\Users\\me",
        "\\d+\\s, \\d+\\s",
        "a\\u202eb, a\\u202eb",
        "a\\u{202E}b, a\\\\u{202E}b",
        "C:\\new, C:\\\\new",
        "end\\, end\\"
    })
    void onlyABackslashThatCouldBeAnEscapeIsDoubled(String text, String shown) {
        assertThat(VisibleText.exactLine(text)).isEqualTo(shown);
        assertThat(VisibleText.line(text)).isEqualTo(text);
    }

    @Test
    void hiddenCharactersOfJsonAreEscapesOfJson() throws Exception {
        String json = "{\"a\\n\":\"x\u202e\\\\u200b\u200b\udb40\udc41\",\"b\":1}";

        String shown = VisibleText.json(json);

        assertThat(shown).isEqualTo("{\"a\\n\":\"x\\u202e\\\\u200b\\u200b\\udb40\\udc41\",\"b\":1}");
        assertThat(Json.parse(shown)).isEqualTo(Json.parse(json));
    }
}
