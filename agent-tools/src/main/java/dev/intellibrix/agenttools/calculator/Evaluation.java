package dev.intellibrix.agenttools.calculator;

import dev.intellibrix.tool.ToolException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * Evaluates an expression: with a few more digits than are asked for, and again with twice as many for as long as the bounds of
 * the result do not agree on all digits that are asked for.
 */
final class Evaluation {

    private static final int GUARD = 15;
    private static final int DOUBLINGS = 4;

    private final Bounds bounds;
    private final int digits;
    private final Work work;
    private final Printer printer;

    Evaluation(Bounds bounds, int digits, Work work) {
        this.bounds = bounds;
        this.digits = digits;
        this.work = work;
        this.printer = new Printer(digits, bounds.digits());
    }

    /**
     * What the model reads.
     *
     * @param digits to how many digits the result is rounded; absent when it is whole
     */
    record Result(
            String result, boolean exact, Optional<String> fraction, Optional<Integer> digits, Optional<String> note) {

        private static Result whole(String text) {
            return new Result(text, true, Optional.empty(), Optional.empty(), Optional.empty());
        }
    }

    Result of(String expression) {
        Program program = Parser.parse(new Source(expression), bounds, work);
        int precision = digits + GUARD;
        for (int i = 0; ; i++) {
            Optional<Result> result = attempt(program, precision, i == DOUBLINGS);
            if (result.isPresent()) {
                return result.get();
            }
            precision *= 2;
        }
    }

    private Optional<Result> attempt(Program program, int precision, boolean last) {
        try {
            Arithmetic arithmetic = new Arithmetic(bounds, precision, digits << DOUBLINGS, work);
            List<Value> values = program.run(arithmetic, work);
            Comparison comparison = program.comparison();
            if (comparison != null) {
                boolean holds = comparison.holds(arithmetic.compare(values.get(0), values.get(1)));
                return Optional.of(Result.whole(String.valueOf(holds)));
            }
            Value value = values.get(0);
            if (value instanceof Ball ball && arithmetic.balls().isCloseToZero(ball)) {
                throw new ToolException("the result would be closer to 0 than 10^-" + bounds.digits());
            }
            return value instanceof Rational exact ? Optional.of(exact(exact)) : approximate((Ball) value, last);
        } catch (UnsureFault e) {
            if (last) {
                throw new ToolException(e.text() + ", even with " + precision + " digits", e);
            }
            return Optional.empty();
        } catch (Fault e) { // Of the comparison: a step of the program says where it stands.
            throw new ToolException(e.text(), e);
        }
    }

    private Result exact(Rational value) {
        Optional<String> whole = printer.whole(value);
        if (whole.isPresent()) {
            return Result.whole(whole.get());
        }
        String fraction = value.numerator() + "/" + value.denominator();
        return new Result(printer.rounded(value), true, Optional.of(fraction), Optional.of(digits), Optional.empty());
    }

    private Optional<Result> approximate(Ball value, boolean last) {
        Optional<String> rounded = printer.rounded(value);
        if (rounded.isPresent() || !last) {
            return rounded.map(text -> approximate(text, digits, Optional.empty()));
        }
        return Optional.of(value.holdsZero() ? nearZero(value) : fewer(value));
    }

    private Result nearZero(Ball value) {
        BigDecimal most = value.high().abs().max(value.low().abs());
        int exponent = most.precision() - most.scale();
        if (exponent > 0) {
            throw noDigit();
        }
        return approximate("0", digits, Optional.of("the result is 0 or closer to it than 1e" + exponent));
    }

    private static ToolException noDigit() {
        return new ToolException("no digit of the result is certain; write the expression in another way");
    }

    /** As many digits as the bounds agree on. */
    private Result fewer(Ball value) {
        for (int fewer = digits - 1; fewer > 0; fewer--) {
            Optional<String> rounded = new Printer(fewer, bounds.digits()).rounded(value);
            if (rounded.isPresent()) {
                return approximate(rounded.get(), fewer, Optional.of("only " + fewer + " digits are certain"));
            }
        }
        throw noDigit();
    }

    private static Result approximate(String text, int digits, Optional<String> note) {
        return new Result(text, false, Optional.empty(), Optional.of(digits), note);
    }
}
