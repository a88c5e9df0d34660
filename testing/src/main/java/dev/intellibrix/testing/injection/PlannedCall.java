package dev.intellibrix.testing.injection;

import java.util.Map;
import java.util.Objects;

/**
 * A call that the model makes.
 *
 * @param tool the tool's name
 * @param input its input
 */
record PlannedCall(String tool, Map<String, Object> input) {

    PlannedCall {
        Objects.requireNonNull(tool, "tool");
        input = input == null ? Map.of() : input;
    }
}
