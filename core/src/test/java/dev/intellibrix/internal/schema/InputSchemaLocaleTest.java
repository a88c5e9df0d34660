package dev.intellibrix.internal.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** What does not fit is told in the same words on every machine. */
class InputSchemaLocaleTest {

    @ParameterizedTest
    @ValueSource(strings = {"en", "tr", "de", "ar", "ja", "und"})
    void theLanguageOfTheMachineChangesNoWord(String language) throws JsonFault {
        InputSchema schema = InputSchema.of(
                "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\",\"maximum\":1234567}}}");
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(language));
        try {
            assertThat(schema.violations((ObjectNode) Json.parse("{\"n\":1234568}")))
                    .containsExactly("/n: must have a maximum value of 1234567");
        } finally {
            Locale.setDefault(before);
        }
    }
}
