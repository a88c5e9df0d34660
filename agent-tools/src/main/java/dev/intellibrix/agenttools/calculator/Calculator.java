package dev.intellibrix.agenttools.calculator;

import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Range;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolException;
import java.time.Duration;
import java.util.Optional;

/** {@code calculator}: the value of an arithmetic expression. */
public final class Calculator {

    record Input(
            @Description("The expression, such as (19.99 * 3 - 12) / 7")
            String expression,

            @Description("Significant digits of a result that has to be rounded, such as sqrt(2); 30 when left out")
            @Range(min = 1, max = 1_000)
            Optional<Integer> digits) {}

    private static final int DIGITS = 30;

    private static final String DESCRIPTION = "Compute an arithmetic expression exactly: whole numbers, decimals and"
            + " fractions have all their digits. What has no exact value is rounded, and says so. Operators: + - * / ^,"
            + " // (whole quotient), % (after a value percent, between two values the remainder, which has the sign of"
            + " the second), ! and one comparison (== != < <= > >=). Write every product with *. Functions: sqrt cbrt"
            + " root(x,n) pow abs sign min max sum avg round(x,decimals) (half away from zero) roundeven floor ceil trunc"
            + " mod gcd lcm C(n,k) factorial powmod(b,e,m) exp ln log2 log10 log(x,base), so log(8,2) is 3, sin cos tan asin acos atan atan2"
            + " sinh cosh tanh (radians) radians degrees; constants: pi tau e.";

    private final Bounds bounds;

    private Calculator(Bounds bounds) {
        this.bounds = bounds;
    }

    /**
     * The tool.
     *
     * @param maxDigits the most digits of a number, before or after the point
     * @param maxDepth how deep parentheses, signs and powers may nest
     * @param timeout how long one calculation may take
     */
    public static Tool tool(int maxDigits, int maxDepth, Duration timeout) {
        Calculator calculator = new Calculator(new Bounds(maxDigits, maxDepth, timeout));
        return Tool.define("calculator", Input.class)
                .description(DESCRIPTION)
                .category(ToolCategory.OTHER)
                .execute((input, context) -> calculator.evaluate(
                        input.expression(), input.digits().orElse(DIGITS), new Work(context.cancellation(), timeout)));
    }

    private Evaluation.Result evaluate(String expression, int digits, Work work) {
        if (expression.length() > Bounds.LENGTH) {
            throw new ToolException("the expression has " + expression.length() + " characters; at most "
                    + Bounds.LENGTH + " are read");
        }
        return new Evaluation(bounds, digits, work).of(expression);
    }
}
