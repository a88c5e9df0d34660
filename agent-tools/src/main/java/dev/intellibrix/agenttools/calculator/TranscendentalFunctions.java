package dev.intellibrix.agenttools.calculator;

import java.util.Map;

/** Exponentials, logarithms and the functions of angles, which are in radians. */
final class TranscendentalFunctions {

    private static final Rational TWO = Rational.of(2);
    private static final Rational HALF_TURN = Rational.of(180);

    private TranscendentalFunctions() {}

    static void addTo(Map<String, Functions.Function> all) {
        all.put("exp", Functions.unary(TranscendentalFunctions::exp));
        all.put("ln", Functions.unary(Powers::ln));
        all.put("log2", Functions.unary((arithmetic, a) -> Powers.log(arithmetic, a, TWO)));
        all.put("log10", Functions.unary((arithmetic, a) -> Powers.log(arithmetic, a, Rational.of(10))));
        all.put("log", new Functions.Function(1, 2, (arithmetic, operands) -> {
            if (operands.size() == 1) {
                throw new Fault("log of one argument has two meanings; write ln(x), log10(x) or log(x, base)");
            }
            return Powers.log(arithmetic, operands.get(0), operands.get(1));
        }));
        all.put("sin", Functions.unary(TranscendentalFunctions::sin));
        all.put("cos", Functions.unary(TranscendentalFunctions::cos));
        all.put("tan", Functions.unary((arithmetic, a) -> arithmetic.divide(sin(arithmetic, a), cos(arithmetic, a))));
        all.put("asin", Functions.unary(TranscendentalFunctions::asin));
        all.put("acos", Functions.unary(TranscendentalFunctions::acos));
        all.put("atan", Functions.unary(TranscendentalFunctions::atan));
        all.put("atan2", Functions.binary(TranscendentalFunctions::atan2));
        all.put("sinh", Functions.unary((arithmetic, a) -> hyperbolic(arithmetic, a, false)));
        all.put("cosh", Functions.unary((arithmetic, a) -> hyperbolic(arithmetic, a, true)));
        all.put("tanh", Functions.unary(TranscendentalFunctions::tanh));
        all.put(
                "radians",
                Functions.unary((arithmetic, a) -> arithmetic.multiply(
                        a, arithmetic.divide(arithmetic.balls().pi(), HALF_TURN))));
        all.put(
                "degrees",
                Functions.unary((arithmetic, a) -> arithmetic.multiply(
                        a, arithmetic.divide(HALF_TURN, arithmetic.balls().pi()))));
    }

    private static boolean isZero(Value value) {
        return value.equals(Rational.ZERO);
    }

    private static Value exp(Arithmetic arithmetic, Value a) {
        return isZero(a) ? Rational.ONE : arithmetic.balls().exp(arithmetic.ball(a));
    }

    /** With digits enough for the part of a large angle that counts. */
    private static Ball angle(Arithmetic arithmetic, Value a) {
        if (a instanceof Rational exact) {
            int larger = Math.max(0, (int) Math.ceil(Size.log10(exact)));
            return arithmetic.balls().of(exact, larger);
        }
        return (Ball) a;
    }

    private static Value sin(Arithmetic arithmetic, Value a) {
        return isZero(a) ? Rational.ZERO : arithmetic.balls().sin(angle(arithmetic, a));
    }

    private static Value cos(Arithmetic arithmetic, Value a) {
        return isZero(a) ? Rational.ONE : arithmetic.balls().cos(angle(arithmetic, a));
    }

    private static Value hyperbolic(Arithmetic arithmetic, Value a, boolean even) {
        Value up = exp(arithmetic, a);
        Value down = exp(arithmetic, arithmetic.negate(a));
        return arithmetic.divide(even ? arithmetic.add(up, down) : arithmetic.subtract(up, down), TWO);
    }

    /** By a power that becomes small where its inverse would become too large. */
    private static Value tanh(Arithmetic arithmetic, Value a) {
        boolean negative = a instanceof Rational exact
                ? exact.signum() < 0
                : ((Ball) a).middle().signum() < 0;
        Value size = negative ? arithmetic.negate(a) : a;
        Value power = exp(arithmetic, arithmetic.multiply(Rational.of(-2), size));
        Value tanh = arithmetic.divide(arithmetic.subtract(Rational.ONE, power), arithmetic.add(Rational.ONE, power));
        return negative ? arithmetic.negate(tanh) : tanh;
    }

    private static Value atan(Arithmetic arithmetic, Value a) {
        return isZero(a) ? Rational.ZERO : arithmetic.balls().atan(arithmetic.ball(a));
    }

    private static Value asin(Arithmetic arithmetic, Value a) {
        Value square = arithmetic.multiply(a, a);
        int order = arithmetic.compare(square, Rational.ONE);
        if (order > 0) {
            throw new Fault("asin and acos are of values between -1 and 1");
        }
        if (order == 0) {
            Value quarter = arithmetic.divide(arithmetic.balls().pi(), TWO);
            return arithmetic.compare(a, Rational.ZERO) > 0 ? quarter : arithmetic.negate(quarter);
        }
        Value other = Powers.root(arithmetic, arithmetic.subtract(Rational.ONE, square), TWO);
        return atan(arithmetic, arithmetic.divide(a, other));
    }

    private static Value acos(Arithmetic arithmetic, Value a) {
        if (a.equals(Rational.ONE)) {
            return Rational.ZERO;
        }
        Value sine = asin(arithmetic, a);
        return arithmetic.subtract(arithmetic.divide(arithmetic.balls().pi(), TWO), sine);
    }

    private static Value atan2(Arithmetic arithmetic, Value y, Value x) {
        int side = arithmetic.compare(x, Rational.ZERO);
        if (side > 0) {
            return atan(arithmetic, arithmetic.divide(y, x));
        }
        int height = arithmetic.compare(y, Rational.ZERO);
        if (side == 0) {
            if (height == 0) {
                throw new Fault("the point 0, 0 has no angle");
            }
            return arithmetic.divide(arithmetic.balls().pi(), Rational.of(2L * height));
        }
        Value half = height < 0
                ? arithmetic.negate(arithmetic.balls().pi())
                : arithmetic.balls().pi();
        return arithmetic.add(atan(arithmetic, arithmetic.divide(y, x)), half);
    }
}
