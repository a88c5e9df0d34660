package dev.intellibrix.provider.wire;

import dev.intellibrix.internal.json.Json;
import java.util.SplittableRandom;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes JSON of the names and texts of an API, put together by chance. */
public final class RandomJson {

    private final SplittableRandom random;
    private final String[] names;
    private final String[] texts;

    public RandomJson(SplittableRandom random, String[] names, String[] texts) {
        this.random = random;
        this.names = names;
        this.texts = texts;
    }

    public String name() {
        return names[random.nextInt(names.length)];
    }

    /** A value of at most this depth. */
    public JsonNode value(int depth) {
        ObjectNode holder = Json.object();
        switch (random.nextInt(depth > 0 ? 8 : 5)) {
            case 0 -> holder.putNull("v");
            case 1 -> holder.put("v", random.nextInt(-1, 3));
            case 2 -> holder.put("v", random.nextBoolean());
            case 3, 4 -> holder.put("v", texts[random.nextInt(texts.length)]);
            case 5 -> {
                ArrayNode array = holder.putArray("v");
                for (int i = random.nextInt(3); i > 0; i--) {
                    array.add(value(depth - 1));
                }
            }
            default -> holder.set("v", object(depth));
        }
        return holder.get("v");
    }

    /** An object of at most this depth. */
    public ObjectNode object(int depth) {
        ObjectNode object = Json.object();
        for (int i = random.nextInt(6); i > 0; i--) {
            object.set(name(), value(depth - 1));
        }
        return object;
    }
}
