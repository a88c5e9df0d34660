package dev.intellibrix.internal.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The short way of accepting inputs, held against the library. */
class PlainCheckTest {

    private static final long SEED = 20_261_130L;
    private static final String[] NAMES = {"a", "b", "c", "d"};

    private final SplittableRandom random = new SplittableRandom(SEED);

    @Test
    void saysWhatTheLibrarySays() throws JsonFault {
        int accepted = 0;
        for (int i = 0; i < 2_000; i++) {
            String schema = object(3).toString();
            InputSchema known = InputSchema.ofGenerated(schema);
            PlainCheck plain = PlainCheck.of(Json.parse(schema));
            assertThat(plain).as(schema).isNotNull();
            for (int j = 0; j < 5; j++) {
                JsonNode input = valueFor(Json.parse(schema), j * 3);
                boolean fits = plain.accepts(input);
                accepted += fits ? 1 : 0;
                assertThat(fits)
                        .as("seed %s: %s for %s", SEED, input, schema)
                        .isEqualTo(known.explained(input).isEmpty());
            }
        }
        assertThat(accepted).isBetween(1_000, 9_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'object','properties':{'a':{'type':'string','format':'date'}}}",
                "{'type':'object','properties':{'a':{'type':['string','null']}}}",
                "{'type':'object','properties':{'a':{}}}",
                "{'type':'object','properties':{'a':true}}",
                "{'type':'object','properties':{'a':{'type':'array','items':{'type':'string','pattern':'x'}}}}",
                "{'type':'object','properties':{'a':{'type':'integer','enum':[1,2]}}}",
                "{'type':'object','properties':{'a':{'$ref':'#'}}}",
                "{'type':'object','additionalProperties':{'type':'null'}}",
                "{'type':'object','additionalProperties':true}",
                "{'type':'object','allOf':[]}",
                "{'type':'object','not':{}}"
            })
    void leavesEverySchemaThatSaysMoreToTheLibrary(String schema) throws JsonFault {
        assertThat(PlainCheck.of(Json.parse(schema.replace('\'', '"')))).isNull();
    }

    @Test
    void aNumberThatIsWholeInItsValueOnlyIsLeftToTheLibrary() throws JsonFault {
        InputSchema schema = InputSchema.ofGenerated(
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}},\"required\":[\"a\"]}");

        assertThat(schema.violations(Json.parse("{\"a\":1.0}"))).isEmpty();
        assertThat(schema.violations(Json.parse("{\"a\":1.5}"))).hasSize(1);
        assertThat(schema.violations(Json.parse("{\"a\":null}"))).hasSize(1);
    }

    private ObjectNode object(int depth) {
        ObjectNode schema = Json.object().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        for (String name : NAMES) {
            if (random.nextInt(3) > 0) {
                properties.set(name, schema(depth - 1));
            }
        }
        if (random.nextBoolean()) {
            schema.putArray("required").add(NAMES[random.nextInt(NAMES.length)]);
        }
        int rest = random.nextInt(3);
        if (rest == 0) {
            schema.put("additionalProperties", false);
        } else if (rest == 1 && depth > 1) {
            schema.set("additionalProperties", schema(depth - 1));
        }
        return maybeBounded(schema, "Properties");
    }

    private ObjectNode schema(int depth) {
        int kind = random.nextInt(depth > 0 ? 6 : 4);
        return switch (kind) {
            case 0 -> maybeBounded(Json.object().put("type", "integer"), "imum");
            case 1 -> maybeBounded(Json.object().put("type", "number"), "imum");
            case 2 -> Json.object().put("type", "boolean");
            case 3 -> text();
            case 4 -> {
                ObjectNode array = Json.object().put("type", "array");
                array.set("items", schema(depth - 1));
                yield maybeBounded(array, "Items");
            }
            default -> object(depth);
        };
    }

    private ObjectNode text() {
        ObjectNode schema = Json.object().put("type", "string").put("description", "d");
        if (random.nextInt(3) == 0) {
            schema.putArray("enum").add("x").add("xy");
        }
        return maybeBounded(schema, "Length");
    }

    private ObjectNode maybeBounded(ObjectNode schema, String unit) {
        if (random.nextInt(4) == 0) {
            schema.put("min" + unit, random.nextInt(3));
        }
        if (random.nextInt(4) == 0) {
            schema.put("max" + unit, random.nextInt(1, 4));
        }
        return schema;
    }

    /** A value that mostly has the shape that the schema wants. */
    private JsonNode valueFor(JsonNode schema, int mischief) {
        String type = schema.path("type").stringValue("");
        if (random.nextInt(100) < mischief) {
            String[] types = {"integer", "number", "boolean", "string", "array", "object", "null"};
            type = types[random.nextInt(types.length)];
        }
        ObjectNode holder = Json.object();
        switch (type) {
            case "integer" -> holder.put("v", random.nextInt(-1, 5));
            case "number" -> holder.put("v", random.nextInt(-1, 5) + 0.5);
            case "boolean" -> holder.put("v", random.nextBoolean());
            case "string" ->
                holder.put("v", new String[] {"", "x", "xy", "\ud83d\ude00", "xyz\ud83d\ude00"}[random.nextInt(5)]);
            case "array" -> {
                ArrayNode array = holder.putArray("v");
                for (int i = random.nextInt(4); i > 0; i--) {
                    array.add(valueFor(schema.path("items"), mischief));
                }
            }
            case "object" -> {
                ObjectNode object = holder.putObject("v");
                schema.path("properties").properties().forEach(each -> {
                    if (random.nextInt(100) >= mischief) {
                        object.set(each.getKey(), valueFor(each.getValue(), mischief));
                    }
                });
                if (random.nextInt(100) < mischief) {
                    object.set("e", valueFor(schema.path("additionalProperties"), mischief));
                }
            }
            default -> holder.putNull("v");
        }
        return holder.path("v");
    }
}
