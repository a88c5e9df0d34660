package dev.intellibrix.agenttools.calculator;

import java.math.BigInteger;
import java.util.List;

/** Functions of whole numbers. How long a result is, is estimated before it is computed. */
final class WholeNumbers {

    /** A power modulo a number of this many bits, with an exponent as long, takes a fraction of a second. */
    private static final double MAX_POWER_WORK = Math.pow(4096, 3);

    private WholeNumbers() {}

    /** The whole number that a value is. */
    static BigInteger whole(Value value, String what) {
        if (value instanceof Rational exact && exact.isWhole()) {
            return exact.numerator();
        }
        throw new Fault(what + " must be a whole number, exactly");
    }

    private static BigInteger notNegative(Value value, String what) {
        BigInteger whole = whole(value, what);
        if (whole.signum() < 0) {
            throw new Fault(what + " must not be negative");
        }
        return whole;
    }

    static Value factorial(Arithmetic arithmetic, Value value) {
        BigInteger n = notNegative(value, "the number before !");
        double digits = log10Factorial(n.doubleValue());
        if (!(digits <= arithmetic.maxDigits())) { // It is no number for one that is beyond all doubles.
            throw new Fault(Size.tooManyDigits("the factorial", digits + 1, arithmetic.maxDigits()));
        }
        return arithmetic.settle(Rational.of(product(1, n.intValueExact())));
    }

    /** Stirling's formula; right to a digit or so, which is enough to refuse. */
    private static double log10Factorial(double n) {
        return n < 2 ? 0 : (n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2) / Math.log(10);
    }

    /** The product of all numbers from one to another, halved again and again so that the factors are of equal length. */
    private static BigInteger product(long from, long to) {
        if (to - from < 8) {
            BigInteger product = BigInteger.ONE;
            for (long i = from; i <= to; i++) {
                product = product.multiply(BigInteger.valueOf(i));
            }
            return product;
        }
        long middle = (from + to) / 2;
        return product(from, middle).multiply(product(middle + 1, to));
    }

    /** In how many ways k of n things can be chosen. */
    static Value choose(Arithmetic arithmetic, Value of, Value chosen) {
        BigInteger n = notNegative(of, "the first argument");
        BigInteger k = notNegative(chosen, "the second argument");
        if (k.compareTo(n) > 0) {
            return Rational.ZERO;
        }
        k = k.min(n.subtract(k));
        // The number is at least (n / k)^k.
        double times = k.doubleValue();
        double least = k.signum() == 0 ? 0 : times * (Size.log10(n) - Size.log10(k));
        if (least > arithmetic.maxDigits()) {
            throw new Fault(Size.tooManyDigits("the number of choices", least + 1, arithmetic.maxDigits()));
        }
        BigInteger choices = BigInteger.ONE;
        for (int i = 1; i <= k.intValueExact(); i++) {
            arithmetic.step();
            choices = choices.multiply(n.subtract(k).add(BigInteger.valueOf(i))).divide(BigInteger.valueOf(i));
        }
        return arithmetic.settle(Rational.of(choices));
    }

    /** The largest whole number that divides all. */
    static Value gcd(Arithmetic arithmetic, List<Value> operands) {
        BigInteger gcd = BigInteger.ZERO;
        for (Value operand : operands) {
            arithmetic.step();
            gcd = gcd.gcd(whole(operand, "an argument of gcd"));
        }
        return Rational.of(gcd);
    }

    /** The smallest positive whole number that all divide. */
    static Value lcm(Arithmetic arithmetic, List<Value> operands) {
        Value lcm = Rational.ONE;
        for (Value operand : operands) {
            arithmetic.step();
            BigInteger next = whole(operand, "an argument of lcm").abs();
            if (next.signum() == 0) {
                return Rational.ZERO;
            }
            BigInteger soFar = whole(lcm, "the result");
            lcm = arithmetic.settle(Rational.of(soFar.divide(soFar.gcd(next)).multiply(next)));
        }
        return lcm;
    }

    /** The remainder of a power; not negative. */
    static Value powerModulo(Value base, Value exponent, Value modulus) {
        BigInteger b = whole(base, "the first argument");
        BigInteger e = whole(exponent, "the second argument");
        BigInteger m = whole(modulus, "the third argument");
        if (m.signum() <= 0) {
            throw new Fault("the third argument must be positive");
        }
        if (Math.pow(m.bitLength(), 2) * e.bitLength() > MAX_POWER_WORK) {
            throw new Fault("numbers of this length take too long; use shorter ones");
        }
        if (e.signum() < 0 && !b.gcd(m).equals(BigInteger.ONE)) {
            throw new Fault("the first argument has no inverse modulo the third");
        }
        return Rational.of(b.modPow(e, m));
    }
}
