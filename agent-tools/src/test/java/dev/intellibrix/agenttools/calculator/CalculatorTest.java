package dev.intellibrix.agenttools.calculator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.agenttools.AgentTools;
import dev.intellibrix.agenttools.CalculatorOptions;
import dev.intellibrix.agenttools.JsonQueryOptions;
import dev.intellibrix.agenttools.Workbench;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the model gets for an expression, on the real loop. */
class CalculatorTest {

    private Path folder;
    private Workbench bench;

    @BeforeEach
    void layFolder(@TempDir Path base) throws IOException {
        folder = base;
        Path root = Files.createDirectory(base.resolve("root")).toRealPath();
        // However busy the machine is.
        CalculatorOptions patient =
                CalculatorOptions.builder().timeout(Duration.ofMinutes(2)).build();
        bench = Workbench.with(
                root, AgentTools.builder(root).calculator(patient).build());
    }

    private String ok(String expression) {
        return bench.ok("calculator", Map.of("expression", expression));
    }

    private String error(String expression) {
        return bench.error("calculator", Map.of("expression", expression));
    }

    private void gives(String expression, String result) {
        assertThat(ok(expression)).as(expression).isEqualTo("{\"result\":\"" + result + "\",\"exact\":true}");
    }

    private void approximates(String expression, String result) {
        assertThat(ok(expression))
                .as(expression)
                .isEqualTo("{\"result\":\"" + result + "\",\"exact\":false,\"digits\":30}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0.1+0.2 | 0.3
            1.1*1.1 | 1.21
            1/3*3 | 1
            1/3+1/6 | 0.5
            12345678901234567890*98765432109876543210 | 1219326311370217952237463801111263526900
            9007199254740993-9007199254740992 | 1
            1e-400*1e400 | 1
            19.99*3 | 59.97
            4.35*100 | 435
            1.005*1000 | 1005
            100 | 100
            1e3 | 1000
            1E+2 | 100
            .5+5. | 5.5
            0.10 | 0.1
            -0 | 0
            """)
    void decimalsAndFractionsAreExactAndInPlainForm(String expression, String result) {
        gives(expression, result);
    }

    @Test
    void aFractionWithoutFiniteDigitsIsGivenAsOne() {
        assertThat(ok("1/3"))
                .isEqualTo("{\"result\":\"0.333333333333333333333333333333\",\"exact\":true,\"fraction\":\"1/3\","
                        + "\"digits\":30}");
        assertThat(ok("-2/6")).contains("\"fraction\":\"-1/3\"", "\"exact\":true");
        assertThat(ok("1/1+1/2+1/3+1/4+1/5+1/6+1/7+1/8+1/9+1/10+1/11+1/12+1/13+1/14+1/15+1/16+1/17+1/18+1/19+1/20"))
                .contains("\"fraction\":\"55835135/15519504\"");
        assertThat(ok("2/3*1e60")).contains("\"result\":\"6.66666666666666666666666666667e59\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2**100 | 1267650600228229401496703205376
            2^3^2 | 512
            2**-3 | 0.125
            -2^2 | -4
            (-2)^2 | 4
            2^-3^2 | 0.001953125
            2*-3 | -6
            --3 | 3
            1-2-3 | -4
            100/10/2 | 5
            2^3! | 64
            0^0 | 1
            2^256 | 115792089237316195423570985008687907853269984665640564039457584007913129639936
            """)
    void operatorsBindAsInMathematics(String expression, String result) {
        gives(expression, result);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            7%3 | 1
            10 % 4 | 2
            -7%3 | 2
            mod(7, -3) | -2
            7.5 % 2 | 1.5
            -7//2 | -4
            50% | 0.5
            80+10% | 80.1
            80*(1+10%) | 88
            50%*80 | 40
            2^10 % 7 | 2
            """)
    void percentAndRemainderAreToldApartByWhatFollows(String expression, String result) {
        gives(expression, result);
    }

    @Test
    void percentThatCouldBeARemainderIsRefused() {
        assertThat(error("10 % -3")).startsWith("column 4: % before a minus").contains("mod(7, -3)");
        assertThat(error("50% of 80")).startsWith("column 5: \"of\" is not known");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            round(2.675, 2) | 2.68
            round(-2.5) | -3
            roundeven(2.5) | 2
            roundeven(-3.5) | -4
            round(1234, -2) | 1200
            floor(-1.5) | -2
            ceil(-1.5) | -1
            trunc(-1.59, 1) | -1.5
            floor(sqrt(2)*1000) | 1414
            round(pi, 4) | 3.1416
            """)
    void roundingIsHalfAwayFromZeroUnlessAnotherRuleIsNamed(String expression, String result) {
        gives(expression, result);
    }

    @Test
    void whatHasNoExactValueIsApproximatedAndMarked() {
        approximates("sqrt(2)", "1.41421356237309504880168872421");
        approximates("pi", "3.14159265358979323846264338328");
        approximates("e", "2.71828182845904523536028747135");
        approximates("ln(10)", "2.30258509299404568401799145468");
        approximates("sin(1)", "0.84147098480789650665250232163");
        approximates("sin(10^50)", "-0.789672493429310082710289539917");
        approximates("exp(-1000)", "5.07595889754945676529180947957e-435");
        approximates("ln(1+1e-50)", "1e-50");
        approximates("1.0001^3650", "1.44048772076091945199343085906");
        assertThat(bench.ok("calculator", Map.of("expression", "sqrt(2)", "digits", 50)))
                .contains("\"result\":\"1.4142135623730950488016887242096980785696718753769\"", "\"digits\":50");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sqrt(10**40) | 100000000000000000000
            sqrt(9/16) | 0.75
            cbrt(-27/8) | -1.5
            8^(1/3) | 2
            0.25^1.5 | 0.125
            root(3^20000, 20000) | 3
            root(7^5000, 2500) | 49
            (12345678901234567891^500)^(1/500) | 12345678901234567891
            log10(0.001) | -3
            log(8, 2) | 3
            log(2, 4) | 0.5
            log(8, 4) | 1.5
            log(0.25, 32) | -0.4
            log(2, 2^500) | 0.002
            exp(0) | 1
            cos(0) | 1
            """)
    void rootsAndLogarithmsThatComeOutAreExact(String expression, String result) {
        gives(expression, result);
    }

    @Test
    void aLogarithmThatIsAFractionIsGivenAsOne() {
        assertThat(ok("log(2, 8)")).contains("\"fraction\":\"1/3\"", "\"exact\":true");
        assertThat(ok("log(4, 8)")).contains("\"fraction\":\"2/3\"");
        approximates("log(3, 8)", "0.528320833573718727151246314649");
        approximates("log(10^9999+1, 3)", "20956.9368396195566583613786527");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            pi^0 | 1
            (sqrt(2)^2-2)^0 | 1
            floor(10^9000) == 10^9000 | true
            round(10^9000, 2000) == 10^9000 | true
            round(-7.25, 9000) | -7.25
            round(2/3, 2) | 0.67
            round(99.5, -10000) | 0
            tanh(0) | 0
            round(exp(-30000), 2) | 0
            """)
    void whatIsExactWhateverTheSizeOfTheNumbersStaysSo(String expression, String result) {
        gives(expression, result);
    }

    @Test
    void whatIsTooCloseToZeroToBeWrittenIsNoObstacleOnTheWay() {
        approximates("tanh(30000)", "1");
        approximates("tanh(-30000)", "-1");
        approximates("tanh(sqrt(2))", "0.888385561585660544953000305728");
        approximates("1+exp(-30000)", "1");
        approximates("1-2^-50000", "1");
        approximates("3-1e-9999*1e-9999", "3");
        approximates("round(sqrt(2)*10^3000, 2)", "1.41421356237309504880168872421e3000");
        approximates("floor(sqrt(2)*10^3000)", "1.41421356237309504880168872421e3000");
        assertThat(error("exp(-30000)")).isEqualTo("the result would be closer to 0 than 10^-10000");
        assertThat(error("1e-9999*1e-9999")).contains("closer to 0 than 10^-10000");
        assertThat(error("1/exp(-30000)")).contains("too close to 0");
        assertThat(error("exp(-30000)*10^9999*10^9999")).contains("no digit of the result is certain");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            pi/pi | 1
            exp(1)/e | 1
            -7*pi/(2*pi) | -3.5
            sqrt(pi/pi) | 1
            sqrt(4*e/e) | 2
            """)
    void quotientsAndRootsThatComeOutEvenLoseNoDigits(String expression, String result) {
        approximates(expression, result);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            5\u20133 | write - for minus
            5\u20143 | write - for minus
            2\u22173 | write * for a product
            2\u27163 | write * for a product
            6\u22153 | write / for a quotient
            5\u00b2 | write ^2
            \u221a2 | write sqrt(x)
            """)
    void charactersThatLookLikeOperatorsAreSaidToBeNone(String expression, String hint) {
        assertThat(error(expression)).startsWith("column ").contains("has no meaning in an expression; " + hint);
    }

    @Test
    void aResultThatCanNotBeToldFromZeroSaysHowCloseItIs() {
        assertThat(ok("sqrt(2)^2-2"))
                .contains("\"result\":\"0\",\"exact\":false")
                .containsPattern("closer to it than 1e-\\d{3}");
        assertThat(error("1/(sqrt(2)^2-2)")).startsWith("column 2: the divisor is too close to 0");
        assertThat(error("sqrt(2)^2 == 2")).contains("too close to each other");
    }

    @Test
    void powersAreRefusedByTheirLengthBeforeTheyAreComputed() {
        assertThat(error("9**9**9"))
                .isEqualTo("column 2: the power would have about 369,693,100 digits; at most 10,000 are computed");
        assertThat(error("10^10^10")).contains("about 10,000,000,001 digits");
        assertThat(error("2^-50000")).contains("closer to 0 than 10^-10000");
        assertThat(error("2^10^400")).contains("more than 1,000,000,000,000,000 digits");
        assertThat(error("1e100000000+1")).startsWith("column 1: the number would have about 100,000,001 digits");
        assertThat(error("1e99999999999999999999")).startsWith("column 1: the power of ten is far beyond");
        assertThat(error("10^9999*3.5^5")).startsWith("column 8: the result would have about 10,002 digits");
        assertThat(error("100000!")).contains("about 456,574 digits");
        assertThat(error("C(10**9, 5*10**8)")).contains("about 150,514,998 digits");
        assertThat(error("exp(100000)")).contains("about 43,430 digits");
        assertThat(error("powmod(3, 2^30000, 2^30000+1)")).contains("take too long");
    }

    @Test
    void ordinaryLargeNumbersHaveRoomBelowTheLimits() {
        gives("2**128", "340282366920938463463374607431768211456");
        assertThat(ok("9**1000")).startsWith("{\"result\":\"174787125172").hasSize(955 + 26);
        assertThat(ok("1.05**360")).contains("42476396.40868002").contains("\"exact\":true");
        assertThat(ok("10^9999")).contains("1000");
        assertThat(ok("1^10^400")).contains("\"result\":\"1\"");
    }

    @Test
    void theLimitsAreOptions() {
        Workbench small = Workbench.with(
                bench.root(),
                AgentTools.builder(bench.root())
                        .calculator(CalculatorOptions.builder()
                                .maxDigits(10)
                                .maxDepth(3)
                                .build())
                        .build());
        assertThat(small.error("calculator", Map.of("expression", "10^10"))).contains("at most 10 are computed");
        assertThat(small.ok("calculator", Map.of("expression", "10^9"))).contains("1000000000");
        assertThat(small.error("calculator", Map.of("expression", "((((1))))"))).contains("at most 3 levels");
    }

    @Test
    void aCalculationThatTakesTooLongIsEnded() {
        Workbench hasty = Workbench.with(
                bench.root(),
                AgentTools.builder(bench.root())
                        .calculator(CalculatorOptions.builder()
                                .timeout(Duration.ofNanos(1))
                                .build())
                        .build());
        assertThat(hasty.error("calculator", Map.of("expression", "1+1"))).contains("took longer than", "was ended");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S", "PT24H0.001S", "PT9000000000H"})
    void aTimeLimitIsPositiveAndNotLongerThanADay(Duration duration) {
        assertThatThrownBy(() -> CalculatorOptions.builder().timeout(duration))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("duration must be positive and at most a day");
        assertThatThrownBy(() -> JsonQueryOptions.builder().timeout(duration))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("duration must be positive and at most a day");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            9*10^9999 > -9*10^9999         | true
            1/(10^6000+1) < 1/(10^6000+3)  | false
            -9*10^9999 <= 9*10^9999        | true
            """)
    void valuesAreComparedThoughTheirDifferenceIsTooLong(String expression, String result) {
        gives(expression, result);
    }

    @ParameterizedTest
    @ValueSource(strings = {"(10^400)!", "factorial(9*10^308)", "9*10^9999*sqrt(2) > -9*10^9999*sqrt(2)"})
    void whatIsFarTooLargeIsRefusedInWords(String expression) {
        assertThat(bench.error("calculator", Map.of("expression", expression)))
                .contains("digits", "are computed")
                .doesNotContain("failed");
    }

    @Test
    void theToolCanBeLeftOut() {
        AgentTools tools = AgentTools.builder(bench.root()).calculator(false).build();
        assertThat(tools.tools())
                .extracting(Tool::name)
                .doesNotContain("calculator")
                .contains("diff");
    }

    @Test
    void deepNestingIsRefusedAtTheColumnWhereItIsTooDeep() {
        assertThat(error("(".repeat(40_000) + "1" + ")".repeat(40_000)))
                .startsWith("column 201: nested too deep: at most 200 levels");
        assertThat(error("-".repeat(90_000) + "1")).startsWith("column 201: nested too deep");
        assertThat(error("1" + "^1".repeat(40_000))).startsWith("column 402: nested too deep");
        assertThat(error("sqrt(".repeat(10_000))).contains("nested too deep");
        assertThat(error("1".repeat(100_001))).contains("100001 characters", "at most 100000");
        gives("(".repeat(200) + "1" + ")".repeat(200), "1");
    }

    @Test
    void longSumsNeedNoDepth() {
        gives("1" + "+1".repeat(40_000), "40001");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2(3+4) | column 2: an operator is missing
            2x | column 2: an operator is missing
            3 4 | column 3: an operator is missing
            (1+2 | column 1: the parenthesis that opens here is not closed
            1+ | column 3: the expression ends
            1+2) | column 4
            1;2 | column 2: ";" has no meaning
            1 = 1 | column 3: a single =
            1/0 | column 2: division by zero
            5 + 7 % 0 | column 7: division by zero
            0^-1 | column 2: division by zero
            2.5! | column 4: the number before ! must be a whole number
            3!! | column 3: !! has two meanings
            sqrt(-1) | column 1: a negative number has no real root
            (-8)^(1/3) | column 5: a negative number has no real power
            ln(0) | column 1: only positive numbers
            log(8) | column 1: log of one argument has two meanings
            sqrt(1, 2) | column 1: sqrt takes 1 argument, but there are 2
            max() | column 1: max takes at least 1 argument
            round(1, 2, 3) | column 1: round takes 1 or 2 arguments
            pi(2) | column 1: pi is a number
            sqrt | column 1: sqrt is a function
            1 < 2 < 3 | column 7: only two values
            1.2.3 | column 4: a number has one point
            12,34 | column 3: this comma
            1,5 | column 2: this comma
            max(1,000) | column 6: a comma in a call separates arguments
            \u0661\u0662+\uff11 | column 1
            """)
    void errorsNameTheColumn(String expression, String message) {
        assertThat(error(expression)).startsWith(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   ",
                "__import__('os').system('id')",
                "new java.io.File('x')",
                "constructor.constructor('return 1')()",
                "\ud83d\ude00+1",
                "1\u0000+1",
                "%",
                ")",
                "()"
            })
    void codeAndScrapsAreNoExpressions(String expression) {
        assertThat(error(expression)).startsWith("column ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            3 \u2212 1 \u00d7 2 \u00f7 4 | 2.5
            1,000,000*2 | 2000000
            1,234.5 | 1234.5
            max(1, 200) | 200
            max((1,000), 2) | 1000
            1_000+1 | 1001
            MAX(1, 2) | 2
            1\u00a0+\u20092 | 3
            """)
    void spellingsThatAreCommonInTextAreRead(String expression, String result) {
        gives(expression, result);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1.0 == 1.00 | true
            1/3 != 0.333 | true
            sqrt(2) < 1.5 | true
            2^10 >= 1025 | false
            5!==120 | true
            """)
    void twoValuesCanBeCompared(String expression, String result) {
        gives(expression, result);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gcd(2**40, 6**20) | 1048576
            gcd(0, 0) | 0
            lcm(4, 6, 10) | 60
            powmod(3,200,1000007) | 959082
            powmod(3,-1,7) | 5
            C(52, 5) | 2598960
            comb(3, 5) | 0
            C(10^30, 2) | 499999999999999999999999999999500000000000000000000000000000
            0! | 1
            20! | 2432902008176640000
            avg(1, 2, 3, 4) | 2.5
            sum(0.1, 0.2) | 0.3
            sign(-0.5) | -1
            abs(-1/4) | 0.25
            """)
    void functionsOfWholeNumbersAndListsAreExact(String expression, String result) {
        gives(expression, result);
    }

    @Test
    void aResultHasTheTrustOfWhatLedToIt() {
        Message trusted = Message.user("go");
        assertThat(result(trusted).trust()).isEqualTo(Trust.TRUSTED);
        assertThat(result(trusted.untrusted()).trust()).isEqualTo(Trust.UNTRUSTED);
    }

    private ToolResultPart result(Message message) {
        MockProvider model =
                MockProvider.of(MockTurn.call("calculator", Map.of("expression", "1+1")), MockTurn.text("2"));
        return new Intelligence(IntelligenceOptions.builder()
                        .provider(model)
                        .model("scripted")
                        .tools(AgentTools.in(folder))
                        .build())
                .ask(message)
                .messages()
                .get(2)
                .toolResults()
                .get(0);
    }
}
