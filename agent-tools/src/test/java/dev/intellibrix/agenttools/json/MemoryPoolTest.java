package dev.intellibrix.agenttools.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.agenttools.json.value.JsonConstant;
import dev.intellibrix.tool.Cancellation;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Queries that run at the same time share the memory that there is for them. */
class MemoryPoolTest {

    private static final long MB = 1L << 20;

    private final MemoryPool pool = new MemoryPool(10 * MB);

    private Run run() {
        return new Run(new QueryLimits(1, 1, 1_000, 10, Duration.ofMinutes(1)), Cancellation.none(), pool);
    }

    @Test
    void whatOneTakesIsNotThereForOthersUntilItEnds() {
        try (Run other = run()) {
            try (Run first = run()) {
                first.allocate(7 * MB);
                assertThatThrownBy(() -> other.allocate(6 * MB))
                        .isInstanceOf(BudgetException.class)
                        .hasMessageContaining("other queries take the memory at the moment; try it again");
            }
            other.nextInput();
            other.allocate(9 * MB);
        }
        assertThat(pool.take(10 * MB)).isTrue();
    }

    @Test
    void aValueThatIsPassedOverGivesItsMemoryToTheNext() {
        try (Run run = run()) {
            for (int i = 0; i < 5; i++) {
                run.allocate(9 * MB);
                run.nextInput();
            }
            assertThatThrownBy(() -> run.allocate(11 * MB)).hasMessageContaining("more than 10 MB of memory");
        }
    }

    @Test
    void whatIsRetainedIsTakenFromAllValues() {
        try (Run run = run()) {
            run.retain(6 * MB);
            run.nextInput();
            run.allocate(3 * MB);
            assertThatThrownBy(() -> run.allocate(2 * MB)).hasMessageContaining("more than 10 MB of memory");
        }
    }

    @Test
    void theTextOfResultsTakesMemoryToo() {
        QueryLimits limits = new QueryLimits(1_000, 100_000_000, 1_000_000, 10, Duration.ofMinutes(1));
        try (Run run = new Run(limits, Cancellation.none(), pool)) {
            Results results = new Results(run, 1_000, 1_000, 100_000_000);
            Program text = Program.of("range(100) | \"x\" * 1e5");

            assertThatThrownBy(() -> text.run(run, JsonConstant.NULL, (value, at) -> {
                        run.nextInput();
                        return results.accept(value, at);
                    }))
                    .hasMessageContaining("more than 10 MB of memory");
            assertThat(results.count()).isBetween(40, 60);
        }
    }
}
