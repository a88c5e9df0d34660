package dev.intellibrix.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaTextTest {

    private static SchemaText.Cleaned clean(String json) throws JsonFault {
        return SchemaText.of(Json.parse(json));
    }

    @Test
    void keepsWhatSaysSomethingOfTheInput() throws JsonFault {
        String schema = "{\"type\":\"object\",\"properties\":{\"title\":{\"type\":\"string\",\"minLength\":1},"
                + "\"examples\":{\"type\":\"array\",\"items\":{\"enum\":[\"a\",1,null]}}},\"required\":[\"title\"]}";

        assertThat(clean(schema).json()).isEqualTo(schema);
    }

    @Test
    void dropsWhatSaysNothingOfIt() throws JsonFault {
        assertThat(clean(
                                "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"$id\":\"x\",\"$comment\":\"\u200b\","
                                        + "\"examples\":[\"\u200b\"],\"type\":\"object\"}")
                        .json())
                .isEqualTo("{\"type\":\"object\"}");
    }

    @Test
    void leavesValuesAsTheyAre() throws JsonFault {
        String schema = "{\"type\":\"object\",\"properties\":{\"a\":{\"const\":{\"$id\":\"x\",\"examples\":[1]}},"
                + "\"b\":{\"enum\":[{\"$comment\":\"c\"}],\"default\":{\"$schema\":2}}}}";

        assertThat(clean(schema).json()).isEqualTo(schema);
    }

    @Test
    void saysThatItIsAnObjectWhereTheServerDoesNot() throws JsonFault {
        assertThat(clean("{}").json()).isEqualTo("{\"type\":\"object\"}");
    }

    @Test
    void showsWhatIsHiddenInDescriptions() throws JsonFault {
        assertThat(clean(
                                "{\"type\":\"object\",\"description\":\"a\\u200bb\",\"properties\":{\"p\":{\"title\":\"\\udb40\\udc41\"}}}")
                        .json())
                .contains("a\\\\u{200B}b")
                .contains("\\\\u{E0041}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"object\",\"properties\":{\"a\\u200b\":{}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"enum\":[\"\\u202e\"]}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"const\":\"\\udb40\\udc41\"}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"default\":\"\\u00a0\"}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"const\":[{\"a\\u200b\":1}]}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"enum\":[{\"a\":{\"b\":[\"\\u202e\"]}}]}}}",
                "{\"type\":\"object\",\"properties\":{\"description\":{\"default\":\"\\u200b\"}}}",
                "{\"type\":\"object\",\"x\\u2028\":1}",
            })
    void refusesWhatHidesSomethingWhereItCanNotBeShown(String schema) throws JsonFault {
        assertThat(clean(schema).fault()).contains("hides characters");
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "[]", "\"x\"", "true", "null"})
    void refusesWhatIsNoObject(String schema) throws JsonFault {
        assertThat(clean(schema).fault()).isEqualTo("it has no input schema");
    }
}
