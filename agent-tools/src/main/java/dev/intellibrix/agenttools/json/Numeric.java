package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonConstant;
import dev.intellibrix.agenttools.json.value.JsonNumber;
import dev.intellibrix.agenttools.json.value.JsonValue;
import dev.intellibrix.agenttools.json.value.Order;
import java.util.Map;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;

/** The functions on numbers, which are calculated as doubles. */
final class Numeric {

    private static final JsonNumber ZERO = JsonNumber.of(0L);
    private static final double LN_2 = Math.log(2);

    private Numeric() {}

    static void addTo(Map<String, ValueFunction> all) {
        Map.<String, DoubleUnaryOperator>of(
                        "floor", Math::floor,
                        "ceil", Math::ceil,
                        "sqrt", Math::sqrt,
                        "exp", Math::exp,
                        "log", Math::log,
                        "log10", Math::log10,
                        "fabs", Math::abs,
                        "round", Numeric::round,
                        "trunc", value -> value < 0 ? Math.ceil(value) : Math.floor(value))
                .forEach((name, operator) -> all.put(name + "/0", of(operator)));
        all.put("log2/0", of(Numeric::log2));
        all.put("exp2/0", of(value -> Math.pow(2, value)));
        all.put("exp10/0", of(value -> Math.pow(10, value)));
        all.put(
                "pow/2",
                (run, in, args) -> JsonNumber.of(
                        Math.pow(number(args[0]).value(), number(args[1]).value())));
        all.put("abs/0", (run, in, args) -> Order.compare(in, ZERO) < 0 ? Negation.negated(in) : in);
        all.put("infinite/0", (run, in, args) -> JsonNumber.of(Double.POSITIVE_INFINITY));
        all.put("nan/0", (run, in, args) -> JsonNumber.of(Double.NaN));
        all.put("isinfinite/0", is(Double::isInfinite));
        all.put("isnan/0", is(Double::isNaN));
        all.put("isnormal/0", is(Numeric::isNormal));
    }

    /** A number without its sign; its digits are kept. */
    static JsonNumber absolute(JsonNumber number) {
        return number.isSigned() ? number.negate() : number;
    }

    private static boolean isNormal(double value) {
        return Double.isFinite(value) && Math.abs(value) >= Double.MIN_NORMAL;
    }

    /** To the nearest whole number, halves away from zero. */
    private static double round(double value) {
        double below = Math.floor(Math.abs(value));
        return Math.copySign(Math.abs(value) - below >= 0.5 ? below + 1 : below, value);
    }

    private static double log2(double value) {
        int exponent = Math.getExponent(value);
        boolean power = value > 0 && Double.isFinite(value) && Math.scalb(1.0, exponent) == value;
        return power ? exponent : Math.log(value) / LN_2;
    }

    /** Whether something is a number, and neither infinite nor NaN. */
    static final ValueFunction IS_FINITE = is(Double::isFinite);

    private static ValueFunction is(DoublePredicate test) {
        return (run, in, args) -> JsonConstant.of(in instanceof JsonNumber number && test.test(number.value()));
    }

    private static ValueFunction of(DoubleUnaryOperator operator) {
        return (run, in, args) ->
                JsonNumber.of(operator.applyAsDouble(number(in).value()));
    }

    private static JsonNumber number(JsonValue value) {
        if (value instanceof JsonNumber number) {
            return number;
        }
        throw new QueryError(QueryError.named(value) + " number required");
    }
}
