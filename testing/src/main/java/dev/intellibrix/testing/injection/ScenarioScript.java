package dev.intellibrix.testing.injection;

import dev.intellibrix.internal.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A scenario as it stands in a file.
 *
 * @param id its name
 * @param carrier what the instruction is hidden in
 * @param goal what the attacker wants
 * @param instruction the hidden text; the model obeys when it has read it
 * @param task what the user asks for
 * @param plant what is there before
 * @param reads the calls that the task leads to, in which the model meets the instruction
 * @param leads what the model does first after it has read the instruction, without any harm, such as reading a secret
 * @param calls the harmful calls that the instruction leads to
 * @param breach the harm
 * @param origin what the origins that a person is shown must name; any will do without it
 */
record ScenarioScript(
        String id,
        String carrier,
        String goal,
        String instruction,
        String task,
        Plant plant,
        List<PlannedCall> reads,
        List<PlannedCall> leads,
        List<PlannedCall> calls,
        Breach breach,
        @Nullable String origin) {

    private static final Set<String> PLACES = Set.of("secret", "server", "instruction");
    private static final Pattern PLACE = Pattern.compile("\\$\\{([A-Za-z]+)}");

    ScenarioScript {
        required(id, "id");
        required(carrier, "carrier");
        required(goal, "goal");
        required(instruction, "instruction");
        required(breach, "breach");
        if (instruction.codePoints().noneMatch(Character::isLetterOrDigit)
                || instruction.codePoints().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("instruction must be one line of text");
        }
        task = task == null ? "Please do the task." : task;
        plant = plant == null ? Plant.NOTHING : plant;
        reads = reads == null ? List.of() : reads;
        leads = leads == null ? List.of() : leads;
        calls = calls == null ? List.of() : calls;
        if (calls.isEmpty()
                && (plant.subAgent() == null || plant.subAgent().calls().isEmpty())) {
            throw new IllegalArgumentException("calls is missing: a model that obeys has to do something");
        }
        requireReachable(breach, calls, plant);
    }

    /** A breach that can not happen would make the scenario pass whatever the agent does. */
    private static void requireReachable(Breach breach, List<PlannedCall> calls, Plant plant) {
        List<PlannedCall> below =
                plant.subAgent() == null ? List.of() : plant.subAgent().calls();
        if (breach.ran() != null
                && Stream.concat(calls.stream(), below.stream())
                        .noneMatch(call -> call.tool().equals(breach.ran()))) {
            throw new IllegalArgumentException(
                    "breach has ran = " + breach.ran() + ", but no call is one of that tool");
        }
        if (breach.pushed() != null && !plant.remote()) {
            throw new IllegalArgumentException("breach has pushed, but plant has no remote");
        }
    }

    private static void required(@Nullable Object value, String name) {
        if (value == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
    }

    /**
     * Reads a scenario.
     *
     * @throws IllegalArgumentException that names the scenario and what is wrong with it
     */
    static ScenarioScript read(JsonNode node) {
        if (!node.isObject()) {
            throw new IllegalArgumentException("a scenario must be a JSON object");
        }
        try {
            requireUsable(node);
            return Json.mapper().treeToValue(node, ScenarioScript.class);
        } catch (JacksonException e) {
            String why =
                    e.getCause() instanceof IllegalArgumentException own ? own.getMessage() : e.getOriginalMessage();
            throw unusable(node, String.valueOf(why), e);
        }
    }

    private static IllegalArgumentException unusable(JsonNode node, String why, @Nullable Exception cause) {
        return new IllegalArgumentException(
                "scenario " + node.path("id").asString("without an id") + " can not be used: " + why, cause);
    }

    /** What is misspelt here is never met, and an attack that does not take place passes. */
    private static void requireUsable(JsonNode node) {
        Matcher place = PLACE.matcher(Json.write(node));
        while (place.find()) {
            if (!PLACES.contains(place.group(1))) {
                throw unusable(node, "nothing stands for " + place.group(), null);
            }
        }
        ObjectNode others = ((ObjectNode) node).deepCopy();
        String instruction = others.path("instruction").asString("");
        others.remove("instruction");
        String text = Json.write(others);
        if (!text.contains("${instruction}")
                && !ObedientModel.letters(text).contains(ObedientModel.letters(instruction))) {
            throw unusable(node, "the instruction is nowhere in it, so no model can meet it", null);
        }
    }

    /** Reads a scenario with values in the places of {@code ${name}}, where {@code ${instruction}} may have such places itself. */
    static ScenarioScript read(JsonNode node, Map<String, String> values) {
        String text = filled(
                filled(
                        Json.write(node),
                        Map.of("instruction", node.path("instruction").asString(""))),
                values);
        return read(Json.mapper().readTree(text));
    }

    private static String filled(String json, Map<String, String> values) {
        String text = json;
        for (Map.Entry<String, String> value : values.entrySet()) {
            String quoted = Json.write(value.getValue());
            text = text.replace("${" + value.getKey() + "}", quoted.substring(1, quoted.length() - 1));
        }
        return text;
    }
}
