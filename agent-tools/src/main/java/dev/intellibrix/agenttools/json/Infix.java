package dev.intellibrix.agenttools.json;

import org.jspecify.annotations.Nullable;

/** The signs between two filters, and how tightly they bind. Signs that begin another one come after it. */
enum Infix {
    UPDATE_ALTERNATIVE("//=", 1, null),
    ALTERNATIVE("//", 0, null),
    EQUAL("==", 4, Operator.EQUAL),
    NOT_EQUAL("!=", 4, Operator.NOT_EQUAL),
    LESS_OR_EQUAL("<=", 4, Operator.LESS_OR_EQUAL),
    GREATER_OR_EQUAL(">=", 4, Operator.GREATER_OR_EQUAL),
    UPDATE("|=", 1, null),
    UPDATE_PLUS("+=", 1, null),
    UPDATE_MINUS("-=", 1, null),
    UPDATE_TIMES("*=", 1, null),
    UPDATE_DIVIDE("/=", 1, null),
    UPDATE_MODULO("%=", 1, null),
    ASSIGN("=", 1, null),
    LESS("<", 4, Operator.LESS),
    GREATER(">", 4, Operator.GREATER),
    PLUS("+", 5, Operator.PLUS),
    MINUS("-", 5, Operator.MINUS),
    TIMES("*", 6, Operator.TIMES),
    DIVIDE("/", 6, Operator.DIVIDE),
    MODULO("%", 6, Operator.MODULO),
    OR("or", 2, null),
    AND("and", 3, null);

    private static final int ASSIGNMENT = 1;
    private static final int COMPARISON = 4;

    final String sign;
    final int level;
    private final @Nullable Operator operator;

    Infix(String sign, int level, @Nullable Operator operator) {
        this.sign = sign;
        this.level = level;
        this.operator = operator;
    }

    /** The one that stands at a place; null when there is none. */
    static @Nullable Infix at(Cursor cursor) {
        cursor.skipSpace();
        for (Infix infix : values()) {
            boolean word = infix == OR || infix == AND;
            if (cursor.isAt(infix.sign) && !(word && cursor.isWordAt(infix.sign.length()))) {
                if (infix.level == ASSIGNMENT) {
                    throw cursor.wrong("assignment (" + infix.sign + ") is not supported: a query changes nothing; make"
                            + " a new value with {...}, +, map, with_entries, setpath or del");
                }
                return infix;
            }
        }
        return null;
    }

    /** Whether it can not stand in a chain of its level. */
    boolean isSolitary() {
        return level == COMPARISON;
    }

    Filter of(Filter left, Filter right) {
        if (operator != null) {
            return operator.of(left, right);
        }
        return this == ALTERNATIVE ? new Flow.Alternative(left, right) : new Flow.Logic(left, right, this == OR);
    }
}
