package dev.intellibrix.provider.wire;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Fields that an application adds to the requests of a provider. */
public final class ExtraFields {

    private ExtraFields() {}

    /** Puts a field in the place of one that was written before; null leaves the field out. */
    public static void put(String name, JsonNode value, ObjectNode into) {
        if (value.isNull()) {
            into.remove(name);
        } else {
            into.set(name, value);
        }
    }
}
