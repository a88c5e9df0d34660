package dev.intellibrix.provider.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.internal.json.Json;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which schemas are taken, by what the servers say of the JSON Schema that they take. */
class StrictSchemaTest {

    private static boolean takes(StrictSchema by, String schema) throws Exception {
        return by.takes(Json.parse(schema.replace('\'', '"')));
    }

    /** An object with one property, which is required. */
    private static String with(String property) {
        return "{'type':'object','properties':{'p':" + property + "},'required':['p'],'additionalProperties':false}";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'type':'string','description':'d'}|true|true",
                "{'type':['string','null']}|true|true",
                "{'type':'string','enum':['a','b']}|true|true",
                "{'type':'array','items':{'type':'integer'}}|true|true",
                "{'type':'array','items':{'type':'integer'},'minItems':1}|true|true",
                "{'type':'array','items':{'type':'integer'},'minItems':2}|true|false",
                "{'type':'array','items':{'type':'integer'},'maxItems':2}|true|false",
                "{'type':'integer','minimum':1,'maximum':5}|true|false",
                "{'type':'string','pattern':'^a+$'}|true|false",
                "{'type':'string','format':'date-time'}|true|true",
                "{'type':'string','format':'uri'}|false|true",
                "{'type':'string','format':'mine'}|false|false",
                "{'anyOf':[{'type':'string'},{'type':'null'}]}|true|true",
                "{'type':'object','properties':{},'additionalProperties':false}|true|true",
                "{'type':'string','default':'a'}|false|true",
                "{'type':'object','properties':{}}|false|false",
                "{'type':'object','additionalProperties':{'type':'string'}}|false|false",
                "{'properties':{}}|false|false",
                "{'type':'string','minLength':1}|false|false",
                "{'type':'array','items':{'type':'string'},'uniqueItems':true}|false|false",
                "{'type':'array'}|false|false",
                "{'type':'array','items':{}}|false|false",
                "{}|false|false",
                "true|false|false",
                "{'oneOf':[{'type':'string'}]}|false|false",
                "{'allOf':[{'type':'string'}]}|false|false",
                "{'type':'string','enum':[{}]}|false|false",
                "{'$ref':'#'}|true|false",
                "{'$ref':'#/$defs/none'}|false|false",
                "{'$ref':'http://localhost/x'}|false|false",
                "{'$ref':'#','description':'d'}|false|false"
            })
    void takesWhatTheServersTake(String property, boolean openAi, boolean anthropic) throws Exception {
        assertThat(takes(StrictSchema.OPENAI, with(property))).isEqualTo(openAi);
        assertThat(takes(StrictSchema.ANTHROPIC, with(property))).isEqualTo(anthropic);
    }

    @Test
    void definitionsAreLookedInto() throws Exception {
        for (String[] each : new String[][] {
            {"{'type':'string'}", "true", "true"},
            {with("{'$ref':'#/$defs/d'}"), "true", "false"},
            {"{}", "false", "false"}
        }) {
            String schema = "{'type':'object','properties':{'p':{'$ref':'#/$defs/d'},'q':{'$ref':'#/$defs/d'}},"
                    + "'required':['p','q'],'additionalProperties':false,'$defs':{'d':" + each[0] + "}}";

            assertThat(takes(StrictSchema.OPENAI, schema)).as(schema).isEqualTo(Boolean.parseBoolean(each[1]));
            assertThat(takes(StrictSchema.ANTHROPIC, schema)).as(schema).isEqualTo(Boolean.parseBoolean(each[2]));
        }
    }

    @Test
    void whatMayBeLeftOutIsCounted() throws Exception {
        for (int count : new int[] {1, 24, 25}) {
            String schema = IntStream.range(0, count)
                    .mapToObj(i -> "'p" + i + "':{'type':'string'}")
                    .collect(Collectors.joining(
                            ",", "{'type':'object','additionalProperties':false,'properties':{", "}}"));

            assertThat(takes(StrictSchema.OPENAI, schema)).isFalse();
            assertThat(takes(StrictSchema.ANTHROPIC, schema)).isEqualTo(count <= 24);
        }
    }

    @Test
    void onlyAnObjectCanStandAtTheTop() throws Exception {
        assertThat(takes(StrictSchema.OPENAI, "{'type':'string'}")).isFalse();
        assertThat(takes(StrictSchema.OPENAI, "{'anyOf':[" + with("{'type':'string'}") + "]}"))
                .isFalse();
        assertThat(takes(StrictSchema.OPENAI, "[]")).isFalse();
    }

    @Test
    void aSchemaThatIsTooDeepIsNotTaken() throws Exception {
        String schema = "{'type':'string'}";
        for (int i = 0; i < 40; i++) {
            schema = with(schema);
            assertThat(takes(StrictSchema.OPENAI, schema)).isEqualTo(i < 10);
        }
    }
}
