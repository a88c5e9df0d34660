package dev.intellibrix.agenttools.calculator;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Expressions that are made as trees: each one knows its text, with no more parentheses than it needs, and its value, which comes
 * from the tree and not from the text.
 *
 * @param strength how tightly its outermost operator binds: 1 a sum, 2 a product, 3 a sign, 4 a power, 5 a postfix, 6 all else
 * @param value null where a divisor is 0
 */
record Expression(String text, int strength, Fraction value) {

    static Expression random(SplittableRandom random, int depth) {
        if (depth == 0 || random.nextInt(8) == 0) {
            return number(random);
        }
        return switch (random.nextInt(9)) {
            case 0, 1 -> sum(random, depth);
            case 2, 3 -> product(random, depth);
            case 4 -> sign(random, depth);
            case 5 -> power(random, depth);
            case 6 -> postfix(random, depth);
            case 7 -> rounding(random, depth);
            default -> call(random, depth);
        };
    }

    private static Expression number(SplittableRandom random) {
        String text = switch (random.nextInt(5)) {
            case 0 -> random.nextInt(10) + "." + random.nextInt(1_000);
            case 1 -> random.nextInt(1, 100) + "e" + random.nextInt(-6, 7);
            case 2 -> "." + random.nextInt(100);
            case 3 -> String.valueOf(random.nextLong(Long.MAX_VALUE));
            default -> String.valueOf(random.nextInt(20));
        };
        return new Expression(text, 6, Fraction.of(text.startsWith(".") ? "0" + text : text));
    }

    private static Expression sum(SplittableRandom random, int depth) {
        Expression a = random(random, depth - 1);
        Expression b = random(random, depth - 1);
        boolean minus = random.nextBoolean();
        String left = minus && a.text.endsWith("%") ? "(" + a.text + ")" : a.at(1);
        return new Expression(
                left + blank(random) + (minus ? "-" : "+") + blank(random) + b.at(2),
                1,
                both(a, b, minus ? Fraction::minus : Fraction::plus));
    }

    private static Expression product(SplittableRandom random, int depth) {
        Expression a = random(random, depth - 1);
        Expression b = random(random, depth - 1);
        String left = a.at(2);
        return switch (random.nextInt(4)) {
            case 0 -> new Expression(left + times(random) + b.at(3), 2, both(a, b, Fraction::times));
            case 1 -> new Expression(left + over(random) + b.at(3), 2, both(a, b, Fraction::over));
            case 2 ->
                new Expression(
                        left + blank(random) + "//" + b.at(3),
                        2,
                        both(a, b, (x, y) -> x.over(y).floor()));
            default -> new Expression(left + " % " + b.at(4), 2, both(a, b, Fraction::mod));
        };
    }

    private static String times(SplittableRandom random) {
        return List.of("*", " * ", "\u00d7", " \u00b7 ").get(random.nextInt(4));
    }

    private static String over(SplittableRandom random) {
        return List.of("/", " / ", "\u00f7").get(random.nextInt(3));
    }

    private static Expression sign(SplittableRandom random, int depth) {
        Expression a = random(random, depth - 1);
        return random.nextInt(4) == 0
                ? new Expression("+" + a.at(3), 3, a.value)
                : new Expression(
                        (random.nextBoolean() ? "-" : "\u2212") + a.at(3), 3, both(Fraction.of(0), a, Fraction::minus));
    }

    private static Expression power(SplittableRandom random, int depth) {
        Expression a = random(random, depth - 1);
        String operator = random.nextBoolean() ? "^" : "**";
        int exponent = random.nextInt(-4, 5);
        if (random.nextInt(5) == 0) {
            // Powers go from right to left: 2^2^3 is 2^8.
            return new Expression(a.at(5) + operator + "2" + operator + "3", 4, raised(a, 8));
        }
        return new Expression(a.at(5) + operator + exponent, 4, raised(a, exponent));
    }

    private static Fraction raised(Expression a, int exponent) {
        return a.value == null || (a.value.isZero() && exponent < 0) ? null : a.value.power(exponent);
    }

    private static Expression postfix(SplittableRandom random, int depth) {
        if (random.nextBoolean()) {
            int n = random.nextInt(15);
            long factorial = 1;
            for (int i = 2; i <= n; i++) {
                factorial *= i;
            }
            return new Expression(n + "!", 5, Fraction.of(factorial));
        }
        Expression a = random(random, depth - 1);
        return new Expression(a.at(5) + "%", 5, both(a, Fraction.of(100), Fraction::over));
    }

    private static Expression rounding(SplittableRandom random, int depth) {
        Expression a = random(random, depth - 1);
        int places = random.nextInt(-2, 4);
        Fraction shift = Fraction.of(10).power(places);
        Fraction scaled = both(a, shift, Fraction::times);
        return switch (random.nextInt(3)) {
            case 0 ->
                new Expression(
                        "round(" + a.text + ", " + places + ")",
                        6,
                        scaled == null ? null : scaled.round().over(shift));
            case 1 ->
                new Expression(
                        "floor(" + a.text + "," + places + ")",
                        6,
                        scaled == null ? null : scaled.floor().over(shift));
            default -> new Expression("ROUND( " + a.text + " )", 6, a.value == null ? null : a.value.round());
        };
    }

    private static Expression call(SplittableRandom random, int depth) {
        List<Expression> arguments = IntStream.range(0, random.nextInt(1, 4))
                .mapToObj(i -> random(random, depth - 1))
                .toList();
        String name = List.of("max", "min", "sum").get(random.nextInt(3));
        Fraction value = arguments.get(0).value;
        for (Expression next : arguments.subList(1, arguments.size())) {
            value = both(value, next, (a, b) -> switch (name) {
                case "max" -> a.minus(b).sign() >= 0 ? a : b;
                case "min" -> a.minus(b).sign() <= 0 ? a : b;
                default -> a.plus(b);
            });
        }
        String list = arguments.stream().map(Expression::text).collect(Collectors.joining(", "));
        return new Expression(name + "(" + list + ")", 6, value);
    }

    private String at(int least) {
        return strength < least ? "(" + text + ")" : text;
    }

    private static String blank(SplittableRandom random) {
        return random.nextBoolean() ? " " : "";
    }

    private static Fraction both(Expression a, Expression b, java.util.function.BinaryOperator<Fraction> operation) {
        return both(a.value, b, operation);
    }

    private static Fraction both(Expression a, Fraction b, java.util.function.BinaryOperator<Fraction> operation) {
        return both(a.value, new Expression("", 6, b), operation);
    }

    private static Fraction both(Fraction a, Expression b, java.util.function.BinaryOperator<Fraction> operation) {
        try {
            return a == null || b.value == null ? null : operation.apply(a, b.value);
        } catch (ArithmeticException e) {
            return null;
        }
    }
}
