package dev.intellibrix.agenttools.calculator;

import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** How two values are compared. */
enum Comparison {
    EQUAL("==", order -> order == 0),
    UNEQUAL("!=", order -> order != 0),
    LESS("<", order -> order < 0),
    LESS_OR_EQUAL("<=", order -> order <= 0),
    GREATER(">", order -> order > 0),
    GREATER_OR_EQUAL(">=", order -> order >= 0);

    private final String symbol;
    private final IntPredicate holds;

    Comparison(String symbol, IntPredicate holds) {
        this.symbol = symbol;
        this.holds = holds;
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
        return holds.test(order);
    }
}
