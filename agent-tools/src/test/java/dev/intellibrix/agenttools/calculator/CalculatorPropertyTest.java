package dev.intellibrix.agenttools.calculator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.agenttools.Workbench;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.ToolException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The calculator against an evaluation that shares nothing with it, and its approximations against longer ones. */
class CalculatorPropertyTest {

    private static final int DIGITS = 30;
    private static final Bounds BOUNDS = new Bounds(10_000, 200, Duration.ofMinutes(2));

    @Test
    void agreesWithSchoolArithmeticOnTenThousandExpressions() {
        Workbench.forSeeds(10_000, random -> {
            Expression expression = Expression.random(random, random.nextInt(1, 6));
            Fraction value = expression.value();
            if (value == null) {
                assertThat(error(expression.text())).contains("division by zero");
            } else {
                assertThat(valueOf(evaluate(expression.text(), DIGITS)).is(value))
                        .as(expression.text())
                        .isTrue();
            }
        });
    }

    @Test
    void roundsFractionsToTheDigitsThatTheLibraryOfTheJdkGives() {
        Workbench.forSeeds(500, random -> {
            long top = random.nextLong(1, Long.MAX_VALUE);
            long bottom = random.nextLong(1, 1_000_000) * 3;
            Evaluation.Result result = evaluate(top + "/" + bottom, DIGITS);
            BigDecimal expected = BigDecimal.valueOf(top)
                    .divide(BigDecimal.valueOf(bottom), new MathContext(DIGITS, RoundingMode.HALF_EVEN));
            assertThat(new BigDecimal(result.result())).as(top + "/" + bottom).isEqualByComparingTo(expected);
        });
    }

    @Test
    void everyDigitOfAnApproximationIsThatOfALongerOne() {
        Workbench.forSeeds(150, CalculatorPropertyTest::agreesWithALongerOne);
    }

    @Test
    @Tag("thorough")
    void everyDigitOfManyApproximationsIsThatOfALongerOne() {
        Workbench.forSeeds(3_000, CalculatorPropertyTest::agreesWithALongerOne);
    }

    private static void agreesWithALongerOne(SplittableRandom random) {
        String text = approximate(random, random.nextInt(1, 4));
        int digits = random.nextInt(1, 60);
        Evaluation.Result result;
        try {
            result = evaluate(text, digits);
        } catch (ToolException e) {
            return; // Too large, or no real value: what is refused is said elsewhere.
        }
        if (result.exact() || result.note().isPresent()) {
            return;
        }
        BigDecimal longer = new BigDecimal(evaluate(text, digits + 40).result());
        assertThat(new BigDecimal(result.result()))
                .as(text + " to " + digits + " digits")
                .isEqualByComparingTo(longer.round(new MathContext(digits, RoundingMode.HALF_EVEN)));
    }

    @Test
    void approximationsAreThoseOfTheLibraryOfTheJdkAsFarAsItsDigitsGo() {
        Workbench.forSeeds(100, random -> {
            // In steps of 2^-10, so that the text has the value and not the shortest digits that tell it from others.
            double x = random.nextInt(16, 20 << 10) / (double) (1 << 10);
            close("exp(" + x + ")", StrictMath.exp(x));
            close("ln(" + x + ")", StrictMath.log(x));
            close("sin(" + x + ")", StrictMath.sin(x));
            close("cos(" + x + ")", StrictMath.cos(x));
            close("atan(" + x + ")", StrictMath.atan(x));
            close("sqrt(" + x + ")", StrictMath.sqrt(x));
            close("cbrt(" + x + ")", StrictMath.cbrt(x));
            close("tanh(" + x + ")", StrictMath.tanh(x));
            close("asin(" + x / 32 + ")", StrictMath.asin(x / 32));
            close("acos(" + -x / 32 + ")", StrictMath.acos(-x / 32));
            close("atan2(" + -x + ", -2)", StrictMath.atan2(-x, -2));
            close(x + "^-1.75", StrictMath.pow(x, -1.75));
        });
    }

    @Test
    void scrapsOfExpressionsAreComputedOrRefusedWithAColumn() {
        List<String> scraps = List.of(
                "1",
                "0",
                "2.5",
                "1e9",
                "9",
                "999999999999",
                ".",
                ",",
                "(",
                ")",
                "+",
                "-",
                "*",
                "/",
                "//",
                "%",
                "^",
                "**",
                "!",
                "==",
                "<",
                "=",
                "pi",
                "e",
                "sqrt(",
                "ln(",
                "sin(",
                "round(",
                "max(",
                "c(",
                "log(",
                "root(",
                "powmod(",
                "gcd(",
                "atan2(",
                "foo",
                " ",
                "1,000",
                "_",
                "\u00d7",
                "\u221a",
                "\ud83d\ude00",
                "\u0000");
        Workbench.forSeeds(5_000, random -> {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(12); i >= 0; i--) {
                text.append(scraps.get(random.nextInt(scraps.size())));
            }
            try {
                assertThat(evaluate(text.toString(), 10).result()).isNotEmpty();
            } catch (ToolException e) {
                assertThat(e)
                        .as(text.toString())
                        .hasMessageMatching("(?s)(column \\d+: |no digit of the result|the values).*");
            } catch (RuntimeException e) {
                throw new AssertionError("\"" + text + "\": " + e, e);
            }
        });
    }

    private static void close(String text, double expected) {
        double actual = Double.parseDouble(evaluate(text, DIGITS).result());
        assertThat(Math.abs(actual - expected)).as(text).isLessThanOrEqualTo(4 * Math.ulp(expected) + 1e-16);
    }

    private static String approximate(SplittableRandom random, int depth) {
        if (depth == 0) {
            return List.of("pi", "e", "2", "0.7", "1/3", "1e-5", "12345.678", "10")
                    .get(random.nextInt(8));
        }
        String a = approximate(random, depth - 1);
        String b = approximate(random, depth - 1);
        return switch (random.nextInt(10)) {
            case 0 -> "(" + a + " + " + b + ")";
            case 1 -> "(" + a + " - (" + b + "))";
            case 2 -> "(" + a + ") * (" + b + ")";
            case 3 -> "(" + a + ") / (" + b + ")";
            case 4 -> "sqrt(abs(" + a + "))";
            case 5 -> "ln(abs(" + a + ") + 0.1)";
            case 6 -> "exp((" + a + ") / 50)";
            case 7 -> "sin(" + a + ") + cos(" + b + ")";
            case 8 -> "atan(" + a + ")";
            default -> "(abs(" + a + ") + 0.5) ^ ((" + b + ") / 7)";
        };
    }

    private static Evaluation.Result evaluate(String text, int digits) {
        return new Evaluation(BOUNDS, digits, new Work(Cancellation.none(), BOUNDS.timeout())).of(text);
    }

    private static String error(String text) {
        try {
            return "no error, but " + evaluate(text, DIGITS).result();
        } catch (ToolException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static Fraction valueOf(Evaluation.Result result) {
        assertThat(result.exact()).isTrue();
        if (result.fraction().isEmpty()) {
            return Fraction.of(result.result());
        }
        String[] parts = result.fraction().get().split("/", 2);
        return Fraction.of(parts[0]).over(Fraction.of(parts[1]));
    }
}
