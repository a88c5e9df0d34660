package dev.intellibrix.agenttools.json.value;

/** An array or an object: what is known of the values in it. */
abstract sealed class Container implements JsonValue permits JsonArray, JsonObject {

    private final int size;
    private final int depth;
    private final long weight;

    /**
     * A container.
     *
     * @param values what is in it
     * @param size how many of them count
     * @param more the weight of what is in it beside the values
     */
    Container(JsonValue[] values, int size, long more) {
        this.size = size;
        int deepest = 0;
        long sum = 1 + more;
        for (int i = 0; i < size; i++) {
            deepest = Math.max(deepest, values[i].depth());
            sum += values[i].weight();
        }
        this.depth = deepest + 1;
        this.weight = sum;
    }

    @Override
    public final int depth() {
        return depth;
    }

    @Override
    public final long weight() {
        return weight;
    }

    /** How many values it has. */
    public final int size() {
        return size;
    }
}
