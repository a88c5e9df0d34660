package dev.intellibrix.agenttools.calculator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.ToolException;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How often a calculation looks at its time: wherever an expression can make it long. */
class WorkTest {

    private static final int VALUES = 1_000;

    private final Looks looks = new Looks();
    private final Evaluation evaluation =
            new Evaluation(new Bounds(1_000, 100, Duration.ofHours(1)), 30, new Work(looks, Duration.ofHours(1)));

    /** Once for each value that is read, for each that is put in place, and for each that the function works on. */
    @ParameterizedTest
    @ValueSource(strings = {"sum", "avg", "gcd", "lcm", "max", "min"})
    void looksAtItsTimeInsideOfACall(String function) {
        evaluation.of(function + "(" + String.join(",", Collections.nCopies(VALUES, "2")) + ")");

        assertThat(looks.count).isGreaterThanOrEqualTo(4 * VALUES);
    }

    @Test
    void looksAtItsTimeWhileTheExpressionIsRead() {
        String values = String.join(" ", Collections.nCopies(VALUES, "2"));

        assertThatThrownBy(() -> evaluation.of(values)).isInstanceOf(ToolException.class);
        assertThat(looks.count).isGreaterThanOrEqualTo(VALUES);
    }

    private static final class Looks implements Cancellation {

        private int count;

        @Override
        public boolean isCancelled() {
            count++;
            return false;
        }

        @Override
        public Registration onCancel(Runnable action) {
            return () -> {};
        }
    }
}
