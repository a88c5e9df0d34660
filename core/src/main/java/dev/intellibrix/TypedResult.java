package dev.intellibrix;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a run ended that was asked for an answer of a type. Immutable.
 *
 * @param <T> the type of the answer
 */
public final class TypedResult<T extends Record> {

    private final RunResult run;
    private final @Nullable T value;

    TypedResult(RunResult run, @Nullable T value) {
        this.run = Objects.requireNonNull(run, "run");
        this.value = value;
    }

    /**
     * The answer. It is as trusted as all that the run has seen, see {@link RunResult#label()}.
     *
     * @throws IllegalStateException when the run ended without one; the message names its stop reason
     */
    public T value() {
        if (value == null) {
            String what = run.stopReason() == StopReason.ANSWERED
                    ? "the model answered with a text in place of final_answer"
                    : "the run ended without an answer of the type";
            throw new IllegalStateException(what + " (stop reason " + run.stopReason() + ")");
        }
        return value;
    }

    /** The answer, where there is one. */
    public Optional<T> optionalValue() {
        return Optional.ofNullable(value);
    }

    /**
     * The run. With an answer its stop reason is {@link StopReason#ANSWERED} and its text is the answer as JSON; the steps and
     * the usage are those of the repair turns as well.
     */
    public RunResult run() {
        return run;
    }

    /** The stop reason, and whether there is an answer. */
    @Override
    public String toString() {
        return "TypedResult[" + run.stopReason() + (value == null ? ", no answer]" : ", answer]");
    }
}
