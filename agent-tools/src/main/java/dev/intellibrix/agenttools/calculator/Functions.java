package dev.intellibrix.agenttools.calculator;

import dev.intellibrix.agenttools.text.Excerpt;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The functions and constants that an expression can name. */
final class Functions {

    private static final int ANY = Integer.MAX_VALUE;

    private static final Map<String, Function> FUNCTIONS = functions();

    private static final Map<String, Step.Operation> CONSTANTS = Map.of(
            "pi", (arithmetic, none) -> arithmetic.balls().pi(),
            "tau",
                    (arithmetic, none) -> arithmetic.multiply(
                            Rational.of(2), arithmetic.balls().pi()),
            "e", (arithmetic, none) -> arithmetic.balls().exp(arithmetic.balls().of(Rational.ONE)));

    private Functions() {}

    /** A function and how many arguments it takes. */
    record Function(int min, int max, Step.Operation operation) {

        /** What it takes, in words that follow its name. */
        String wants() {
            if (max == ANY) {
                return " takes at least " + min + (min == 1 ? " argument" : " arguments");
            }
            return " takes " + (min == max ? "" : min + " or ") + max + (max == 1 ? " argument" : " arguments");
        }
    }

    static @Nullable Function function(String name) {
        return FUNCTIONS.get(name);
    }

    static Step.@Nullable Operation constant(String name) {
        return CONSTANTS.get(name);
    }

    /** What to say about a name that is none, or that is not used as what it is. */
    static String unknown(String name) {
        if (FUNCTIONS.containsKey(name)) {
            return name + " is a function; its arguments follow in parentheses";
        }
        if (CONSTANTS.containsKey(name)) {
            return name + " is a number and no function; products need a *";
        }
        return Excerpt.line(name) + " is not known; there are pi, tau, e, and the functions "
                + String.join(", ", FUNCTIONS.keySet());
    }

    private static Map<String, Function> functions() {
        Map<String, Function> all = new TreeMap<>();
        RoundingFunctions.addTo(all);
        TranscendentalFunctions.addTo(all);
        addWholeNumbers(all);
        all.put(
                "sum",
                new Function(
                        1, ANY, (arithmetic, operands) -> operands.stream().reduce(Rational.ZERO, arithmetic::add)));
        all.put(
                "avg",
                new Function(
                        1,
                        ANY,
                        (arithmetic, operands) -> arithmetic.divide(
                                operands.stream().reduce(Rational.ZERO, arithmetic::add),
                                Rational.of(operands.size()))));
        all.put("mod", binary(Arithmetic::modulo));
        all.put("pow", binary(Powers::power));
        all.put("root", binary(Powers::root));
        all.put("sqrt", unary((arithmetic, a) -> Powers.root(arithmetic, a, Rational.of(2))));
        all.put("cbrt", unary((arithmetic, a) -> Powers.root(arithmetic, a, Rational.of(3))));
        return Collections.unmodifiableMap(all);
    }

    private static void addWholeNumbers(Map<String, Function> all) {
        all.put("factorial", unary(WholeNumbers::factorial));
        all.put("c", binary(WholeNumbers::choose));
        all.put("comb", binary(WholeNumbers::choose));
        all.put("gcd", new Function(1, ANY, WholeNumbers::gcd));
        all.put("lcm", new Function(1, ANY, WholeNumbers::lcm));
        all.put(
                "powmod",
                new Function(
                        3,
                        3,
                        (arithmetic, operands) ->
                                WholeNumbers.powerModulo(operands.get(0), operands.get(1), operands.get(2))));
    }

    static Function unary(Unary operation) {
        return new Function(1, 1, (arithmetic, operands) -> operation.apply(arithmetic, operands.get(0)));
    }

    static Function binary(Binary operation) {
        return new Function(
                2, 2, (arithmetic, operands) -> operation.apply(arithmetic, operands.get(0), operands.get(1)));
    }

    /** With an optional second argument. */
    static Function unaryOr(Binary operation, Value ifLeftOut) {
        return new Function(
                1,
                2,
                (arithmetic, operands) -> operation.apply(
                        arithmetic, operands.get(0), operands.size() == 1 ? ifLeftOut : operands.get(1)));
    }

    /** Of any number of arguments, one after another. */
    static Function folded(Binary operation) {
        return new Function(
                1,
                ANY,
                (arithmetic, operands) -> operands.stream()
                        .reduce((a, b) -> {
                            arithmetic.step();
                            return operation.apply(arithmetic, a, b);
                        })
                        .orElseThrow());
    }

    /** A function of one value. */
    interface Unary {
        Value apply(Arithmetic arithmetic, Value a);
    }

    /** A function of two values. */
    interface Binary {
        Value apply(Arithmetic arithmetic, Value a, Value b);
    }
}
