package dev.intellibrix.provider.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.internal.json.Json;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class ArgumentsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"a\":1,}|{\"a\":1}",
                "{\"a\":[1,2,],}|{\"a\":[1,2]}",
                "{\"a\":1 , }|{\"a\":1  }",
                "```{\"a\":1}```|{\"a\":1}",
                "```json {\"a\":1} ```|{\"a\":1}",
                "  ```JSON {\"a\":\"x,}\",}```  |{\"a\":\"x,}\"}",
                "{\"a\":\"say \\\"hi,}\\\"\",}|{\"a\":\"say \\\"hi,}\\\"\"}"
            })
    void mendsAFenceAndTrailingCommasOutsideOfStrings(String text, String mended) {
        assertThat(Arguments.of(text)).isEqualTo(new Arguments(mended, true));
    }

    @Test
    void mendsAFenceOnLinesOfItsOwn() {
        assertThat(Arguments.of("```json\n{\"a\": 1}\n```")).isEqualTo(new Arguments("{\"a\": 1}", true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1",
                "{\"a\":1,",
                "{'a':1}",
                "{a:1}",
                "{\"a\":1}}",
                "{\"a\":1}{\"b\":2}",
                "{\"a\":1,\"a\":2}",
                "{\"a\":NaN}",
                "{\"a\":1 \"b\":2}",
                "{\"a\":1} // done",
                "[1,,2]",
                ",",
                "``````",
                "```",
                "call(a=1)",
                "{\"a\":\"\n\"}"
            })
    void leavesEveryOtherFaultAlone(String text) {
        assertThat(Arguments.of(text)).isEqualTo(new Arguments(text, false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n"})
    void nothingStandsForNoArguments(String text) {
        assertThat(Arguments.of(text)).isEqualTo(new Arguments("{}", false));
    }

    @Test
    void neverChangesProperJson() {
        long seed = Long.getLong("seed", 1);
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 300; round++) {
            ObjectNode node = Json.object();
            for (int i = random.nextInt(5); i > 0; i--) {
                node.put(strange(random), strange(random));
                node.putArray(strange(random)).add(strange(random)).add(random.nextInt());
            }
            String text = Json.write(node);
            assertThat(Arguments.of(text)).as("seed %d", seed).isEqualTo(new Arguments(text, false));
        }
    }

    private static String strange(SplittableRandom random) {
        String characters = ",}]{[\"\\`: \nax";
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(8); i > 0; i--) {
            text.append(characters.charAt(random.nextInt(characters.length())));
        }
        return text.toString();
    }
}
