package dev.intellibrix.agenttools.json.value;

/** A JSON value. Immutable. Two values are equal for a query when {@link Order#compare} finds no difference. */
public sealed interface JsonValue permits JsonConstant, JsonNumber, JsonText, Container {

    /** What it is. */
    Kind kind();

    /** How many levels of arrays and objects it has; 0 for a scalar. */
    default int depth() {
        return 0;
    }

    /**
     * How much there is to it: the values in it, and the characters beyond a few of each, a part that occurs twice counted
     * twice. No operation on a value costs more than this, give or take a logarithm.
     */
    default long weight() {
        return 1;
    }

    /** Whether a condition holds for it: everything does but null and false. */
    default boolean isTrue() {
        return true;
    }

    /** Whether it is null. */
    default boolean isNull() {
        return this == JsonConstant.NULL;
    }
}
