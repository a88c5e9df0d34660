package dev.intellibrix.agenttools.calculator;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;

/** Rounding, signs, the smallest and the largest. */
final class RoundingFunctions {

    private RoundingFunctions() {}

    static void addTo(Map<String, Functions.Function> all) {
        all.put("round", to(RoundingMode.HALF_UP));
        all.put("roundeven", to(RoundingMode.HALF_EVEN));
        all.put("floor", to(RoundingMode.FLOOR));
        all.put("ceil", to(RoundingMode.CEILING));
        all.put("trunc", to(RoundingMode.DOWN));
        all.put("abs", Functions.unary(RoundingFunctions::abs));
        all.put(
                "sign",
                Functions.unary((arithmetic, a) -> Rational.of(Integer.signum(arithmetic.compare(a, Rational.ZERO)))));
        all.put(
                "min",
                Functions.folded((arithmetic, a, b) ->
                        arithmetic.negate(larger(arithmetic, arithmetic.negate(a), arithmetic.negate(b)))));
        all.put("max", Functions.folded(RoundingFunctions::larger));
    }

    /** Rounds to whole numbers, or to so many decimals; to tens and hundreds where that is negative. */
    private static Functions.Function to(RoundingMode mode) {
        return Functions.unaryOr((arithmetic, a, decimals) -> rounded(arithmetic, a, decimals, mode), Rational.ZERO);
    }

    private static Value rounded(Arithmetic arithmetic, Value a, Value decimals, RoundingMode mode) {
        BigInteger places = WholeNumbers.whole(decimals, "the number of decimals");
        if (places.abs().compareTo(BigInteger.valueOf(arithmetic.maxDigits())) > 0) {
            throw new Fault("the number of decimals must be between " + -arithmetic.maxDigits() + " and "
                    + arithmetic.maxDigits());
        }
        return arithmetic.round(a, places.intValueExact(), mode);
    }

    private static Value abs(Arithmetic arithmetic, Value a) {
        return larger(arithmetic, a, arithmetic.negate(a));
    }

    /** The larger one; where their bounds overlap, bounds that hold whichever it is. */
    private static Value larger(Arithmetic arithmetic, Value a, Value b) {
        if (a instanceof Rational x && b instanceof Rational y) {
            return x.compareTo(y) >= 0 ? x : y;
        }
        Ball p = arithmetic.ball(a);
        Ball q = arithmetic.ball(b);
        if (p.low().compareTo(q.high()) >= 0) {
            return a;
        }
        if (q.low().compareTo(p.high()) >= 0) {
            return b;
        }
        BigDecimal low = p.low().max(q.low());
        BigDecimal high = p.high().max(q.high());
        BigDecimal half = high.subtract(low).multiply(new BigDecimal("0.5"));
        return new Ball(low.add(half), half);
    }
}
