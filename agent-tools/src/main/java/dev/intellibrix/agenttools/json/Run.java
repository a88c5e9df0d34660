package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonValue;
import dev.intellibrix.tool.Cancellation;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One run of a query over a file: what it has cost so far, and the elements that are being streamed. For one thread. */
final class Run {

    /** The most that a value and all that a query makes of it may take, in bytes by estimate. */
    private static final long MEMORY = 256L << 20;

    /** How much there may be to one value; see {@link JsonValue#weight}. */
    private static final long WEIGHT = 20_000_000;

    /** What a part of a value takes, in bytes by estimate. */
    private static final int SLOT = 40;

    /** Between two looks at the clock. */
    private static final int GLANCE = 0x3ff;

    private final QueryLimits limits;
    private final Cancellation cancellation;
    private final long deadline;
    private final long memoryLimit;
    private long stepsLeft;
    private long memoryLeft;
    private int ticks;
    private int nesting;
    private long kept;
    private @Nullable Supplier<@Nullable JsonValue> elements;

    Run(QueryLimits limits, Cancellation cancellation) {
        this(limits, cancellation, Math.min(MEMORY, Runtime.getRuntime().maxMemory() / 4));
    }

    /**
     * A run.
     *
     * @param memoryLimit how many bytes, by estimate, a value and all that is made of it may take
     */
    Run(QueryLimits limits, Cancellation cancellation, long memoryLimit) {
        this.limits = limits;
        this.memoryLimit = memoryLimit;
        this.cancellation = cancellation;
        this.deadline = System.nanoTime() + limits.timeout().toNanos();
        nextInput();
    }

    /** A new value of the file: steps and memory are counted anew. */
    void nextInput() {
        stepsLeft = limits.steps();
        memoryLeft = memoryLimit;
    }

    /** A step. */
    void step() {
        if (--stepsLeft < 0) {
            throw new BudgetException(String.format(
                    Locale.ROOT,
                    "the query was stopped after %,d steps on one value; narrow it, or put limit(n; ...) around what does"
                            + " not end",
                    limits.steps()));
        }
        tick();
    }

    /** As many steps as there is work in something that does not stop in between. */
    void work(long amount) {
        stepsLeft -= amount >> 4;
        step();
    }

    /** Looks at the clock now and then. */
    void tick() {
        if ((++ticks & GLANCE) == 0) {
            look();
        }
    }

    private void look() {
        cancellation.throwIfCancelled();
        if (System.nanoTime() - deadline > 0) {
            throw new BudgetException(
                    "the query was stopped after " + limits.timeout().toMillis() + " ms; narrow it");
        }
    }

    /** Counts memory that is about to be taken. */
    void allocate(long bytes) {
        memoryLeft -= bytes;
        if (memoryLeft < 0) {
            throw new BudgetException(String.format(
                    Locale.ROOT,
                    "the query was stopped because one value and what is made of it take more than %,d MB of memory;"
                            + " narrow it; an array is read element by element when the query begins with .[]",
                    memoryLimit >> 20));
        }
    }

    /** A value that was made; neither too deep nor too large. */
    <V extends JsonValue> V made(V value) {
        if (value.depth() > limits.depth()) {
            throw tooDeep();
        }
        if (value.weight() > WEIGHT) {
            throw new BudgetException(
                    "the query was stopped because it makes a value of more than " + WEIGHT + " parts; narrow it");
        }
        return value;
    }

    /** How deep values and recursions may nest. */
    int maxDepth() {
        return limits.depth();
    }

    /** One level deeper. */
    void enter() {
        if (++nesting > limits.depth()) {
            throw tooDeep();
        }
    }

    /** One level up. */
    void leave() {
        nesting--;
    }

    BudgetException tooDeep() {
        return new BudgetException(String.format(Locale.ROOT, "nested too deep: more than %,d levels", limits.depth()));
    }

    /** Says where the elements of the array come from that the query is streamed over. */
    void stream(Supplier<@Nullable JsonValue> source) {
        this.elements = source;
    }

    /** The next element of the array; null after the last. */
    @Nullable JsonValue nextElement() {
        if (elements == null) {
            throw new IllegalStateException("nothing is streamed");
        }
        JsonValue next = elements.get();
        if (next != null) {
            stepsLeft = limits.steps();
        }
        return next;
    }

    /** What is left of the memory, to come back to. */
    long memory() {
        return memoryLeft;
    }

    /** A value of the current element is kept beyond it. */
    void keep(JsonValue value) {
        kept += SLOT * value.weight();
    }

    /** After an element: its memory is free again, but for what was kept of it. */
    void forget(long memoryBefore) {
        memoryLeft = memoryBefore;
        allocate(kept);
        kept = 0;
    }
}
