package dev.intellibrix.agenttools.calculator;

import java.util.List;

/** One step of an expression in the order of its evaluation: operands first, then what is done with them. */
sealed interface Step {

    /** Puts a number on the stack. */
    record Push(Rational value) implements Step {}

    /**
     * Takes operands from the stack and puts the result there.
     *
     * @param at where in the expression this is said
     */
    record Apply(Operation operation, int operands, int at) implements Step {}

    /** What is done with operands. */
    @FunctionalInterface
    interface Operation {

        /** The result; a {@link Fault} when there is none. */
        Value apply(Arithmetic arithmetic, List<Value> operands);
    }
}
