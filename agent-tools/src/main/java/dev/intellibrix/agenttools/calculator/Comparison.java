package dev.intellibrix.agenttools.calculator;

import org.jspecify.annotations.Nullable;

/** How two values are compared. */
enum Comparison {
    EQUAL("=="),
    UNEQUAL("!="),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">=");

    private final String symbol;

    Comparison(String symbol) {
        this.symbol = symbol;
    }

    static @Nullable Comparison of(Token token) {
        for (Comparison each : values()) {
            if (token.is(each.symbol)) {
                return each;
            }
        }
        return null;
    }

    /** Whether it holds for values in this order, negative when the first one is smaller. */
    boolean holds(int order) {
        return switch (this) {
            case EQUAL -> order == 0;
            case UNEQUAL -> order != 0;
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            case GREATER_OR_EQUAL -> order >= 0;
        };
    }
}
