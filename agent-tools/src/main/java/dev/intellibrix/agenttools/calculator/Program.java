package dev.intellibrix.agenttools.calculator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An expression as steps for a stack, so that a sum of thousands of terms needs no deep calls.
 *
 * @param comparison what to compare the two values with that the steps leave; null when they leave one value
 */
record Program(Source source, List<Step> steps, @Nullable Comparison comparison) {

    /** The values that the steps leave: one, or the two to compare. */
    List<Value> run(Arithmetic arithmetic, Work work) {
        Deque<Value> stack = new ArrayDeque<>();
        for (Step step : steps) {
            work.step();
            if (step instanceof Step.Push push) {
                stack.push(push.value());
            } else if (step instanceof Step.Apply apply) {
                stack.push(apply(arithmetic, stack, apply));
            }
        }
        List<Value> left = new ArrayList<>(stack);
        Collections.reverse(left);
        return left;
    }

    private Value apply(Arithmetic arithmetic, Deque<Value> stack, Step.Apply apply) {
        List<Value> operands = new ArrayList<>(apply.operands());
        for (int i = 0; i < apply.operands(); i++) {
            operands.add(stack.pop());
        }
        Collections.reverse(operands);
        try {
            return apply.operation().apply(arithmetic, operands);
        } catch (UnsureFault e) {
            throw new UnsureFault(source.at(apply.at(), e.text()));
        } catch (Fault e) {
            throw source.fault(apply.at(), e.text());
        }
    }
}
