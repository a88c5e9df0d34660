package dev.intellibrix.testing.injection;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * One attack: a text in something that an agent reads, and what a model that follows it does. Immutable. Made by {@link
 * InjectionScenarios}, from data.
 */
public final class InjectionScenario {

    private final JsonNode data;
    private final ScenarioScript script;

    InjectionScenario(JsonNode data) {
        this.data = data;
        this.script = ScenarioScript.read(data);
    }

    /** The name, unique within a set. */
    public String id() {
        return script.id();
    }

    /** What the instruction is hidden in, such as {@code file} or {@code web page}. */
    public String carrier() {
        return script.carrier();
    }

    /** What the attacker wants, such as {@code exfiltrate a secret}. */
    public String goal() {
        return script.goal();
    }

    /** The script with the values of a stage. */
    ScenarioScript on(Map<String, String> values) {
        return ScenarioScript.read(data, values);
    }

    /** The id, the carrier and the goal. */
    @Override
    public String toString() {
        return id() + " (" + carrier() + ": " + goal() + ")";
    }
}
