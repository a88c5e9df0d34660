package dev.intellibrix.benchmarks;

import dev.intellibrix.rules.InterceptRule;
import dev.intellibrix.rules.InterceptRules;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A run with one call that runs a long chain of shell commands, which has to be read and held against rules none of which finds
 * it: rules whose words are not in the text, as nearly all are on nearly all commands, and rules whose words are, so that each has
 * to be matched.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class RulesBenchmark {

    private static final int RULES = 200;
    private static final int LONGEST = 10_000;

    /** As many commands as there are in the shortest text, too; the longest has no more than are run without being asked for. */
    private static final int PROGRAMS = 16;

    record Shell(String command) {}

    /** A tool that is asked to run a text, with rules. */
    public abstract static class Setting {

        private final Tool shell = Tool.define("shell", Shell.class)
                .description("Runs a command")
                .category(ToolCategory.EXECUTE)
                .commandText(Shell::command)
                .execute((input, context) -> "done");

        private InterceptRules unlike = InterceptRules.none();
        private InterceptRules alike = unlike;
        private String command = "";

        void set(int rules, int bytes) {
            unlike = rules("absent", rules);
            alike = rules("program", rules);
            StringBuilder chain = new StringBuilder();
            for (int i = 0; chain.length() < bytes; i++) {
                chain.append("program" + i % PROGRAMS + " --verbose --output build/file" + i + ".txt source/file" + i
                        + ".txt; ");
            }
            command = chain.substring(0, bytes);
        }

        private static InterceptRules rules(String program, int count) {
            return InterceptRules.builtIn()
                    .with(IntStream.range(0, count)
                            .mapToObj(i -> InterceptRule.block(
                                    "rule" + i, "(?i)\\b" + program + i % PROGRAMS + "\\s+-f" + i, "Do not."))
                            .toArray(InterceptRule[]::new));
        }

        String unlike() {
            return ToolCalls.call(shell, unlike, "shell", Map.of("command", command));
        }

        String alike() {
            return ToolCalls.call(shell, alike, "shell", Map.of("command", command));
        }
    }

    /** So many rules, and the longest command. */
    @State(Scope.Benchmark)
    public static class ByRules extends Setting {

        @Param({"50", "100", "200", "400"})
        int rules = RULES;

        @Setup
        public void set() {
            set(rules, LONGEST);
        }
    }

    /** A command of so many bytes, and many rules. */
    @State(Scope.Benchmark)
    public static class ByBytes extends Setting {

        @Param({"1250", "2500", "5000", "10000"})
        int bytes = LONGEST;

        @Setup
        public void set() {
            set(RULES, bytes);
        }
    }

    @Benchmark
    public String oursWithWordsThatAreNotThere(ByRules setting) {
        return setting.unlike();
    }

    @Benchmark
    public String oursWithWordsThatAreThere(ByRules setting) {
        return setting.alike();
    }

    @Benchmark
    public String oursOnTextWithoutTheWords(ByBytes setting) {
        return setting.unlike();
    }

    @Benchmark
    public String oursOnTextWithTheWords(ByBytes setting) {
        return setting.alike();
    }
}
