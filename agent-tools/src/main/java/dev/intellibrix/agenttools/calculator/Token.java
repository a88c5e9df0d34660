package dev.intellibrix.agenttools.calculator;

import org.jspecify.annotations.Nullable;

/**
 * A piece of an expression.
 *
 * @param text the operator or the name in lower case; empty for a number and at the end
 * @param at the index of its first character
 * @param number the value of a number
 */
record Token(Kind kind, String text, int at, @Nullable Rational number) {

    /** What pieces there are. */
    enum Kind {
        NUMBER,
        NAME,
        OPERATOR,
        END
    }

    boolean is(String operator) {
        return kind == Kind.OPERATOR && text.equals(operator);
    }

    /** Whether a value can begin with this, a sign left aside. */
    boolean beginsValue() {
        return kind == Kind.NUMBER || kind == Kind.NAME || is("(");
    }
}
