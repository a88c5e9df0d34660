package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonValue;
import dev.intellibrix.tool.Cancellation;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One run of a query over a file: what it has cost so far, and the elements that are being streamed. For one thread. */
final class Run implements AutoCloseable {

    /** The most that a value and all that a query makes of it may take, in bytes by estimate. */
    private static final long MEMORY = 256L << 20;

    /** So much memory is asked for ahead. */
    private static final long CHUNK = 1L << 20;

    /** How much there may be to one value; see {@link JsonValue#weight}. */
    private static final long WEIGHT = 20_000_000;

    /** A step is counted as so much work. */
    private static final int STEP = 16;

    /** To run a part of the query, beside what it does. */
    private static final int PART = 4;

    /** A comparison, beside what there is to compare: a small part of a step, since sorting takes many. */
    private static final int COMPARISON = 2;

    /** Work between two looks at the clock. */
    private static final int GLANCE = 1024 * STEP;

    /**
     * How many parts of the query and levels of a value may be under way within each other. Less than what a stack of 1 MB
     * takes when the code is interpreted, which needs the largest frames; more than the levels of a value and of a query.
     */
    private static final int LEVELS = 1_400;

    private final QueryLimits limits;
    private final Cancellation cancellation;
    private final long deadline;
    private final Parsers parsers;
    private final String tooDeep;
    private final String tangled;
    private final MemoryPool pool;
    private final long memoryLimit;
    private long granted;
    private long used;
    private long retained;
    private long workLeft;
    private long nextLook;
    private int levels;
    private long kept;
    private @Nullable Supplier<@Nullable JsonValue> elements;

    /**
     * A run.
     *
     * @param pool where its memory comes from
     */
    Run(QueryLimits limits, Cancellation cancellation, MemoryPool pool) {
        this.limits = limits;
        this.pool = pool;
        this.memoryLimit = Math.min(MEMORY, pool.size());
        this.parsers = new Parsers(memoryLimit);
        this.cancellation = cancellation;
        this.deadline = System.nanoTime() + limits.timeout().toNanos();
        // Made here, since there is little of the stack left when it is wanted.
        this.tooDeep = String.format(Locale.ROOT, "nested too deep: more than %,d levels", limits.depth());
        this.tangled = String.format(
                Locale.ROOT,
                "the query was stopped because it is nested too deep: more than %,d of its parts and of the levels of a"
                        + " value are under way within each other",
                LEVELS);
        this.workLeft = limits.steps() * STEP;
        this.nextLook = Math.max(0, workLeft - GLANCE);
    }

    /** A new value of the file: steps and memory are counted anew. */
    void nextInput() {
        used = retained;
        renewSteps();
    }

    /** The way to the next look at the clock stays as long as it was. */
    private void renewSteps() {
        long way = workLeft - nextLook;
        workLeft = limits.steps() * STEP;
        nextLook = Math.max(0, workLeft - way);
    }

    /** A step. */
    void step() {
        work(STEP);
    }

    /** Work in something that does not stop in between, such as characters that are copied; 16 of it are a step. */
    void work(long amount) {
        workLeft -= amount;
        if (workLeft < nextLook) {
            glance();
        }
    }

    /** Before all characters of a text are looked at, quickly. */
    void scan(String text) {
        work(text.length() >> 3);
    }

    /** Something that happens as often as a step, but is not counted as one. */
    void tick() {
        nextLook += STEP;
        if (workLeft < nextLook) {
            glance();
        }
    }

    private void glance() {
        if (workLeft < 0) {
            throw new BudgetException(String.format(
                    Locale.ROOT,
                    "the query was stopped after %,d steps on one value; narrow it, or put limit(n; ...) around what"
                            + " does not end",
                    limits.steps()));
        }
        look();
        nextLook = Math.max(0, workLeft - GLANCE);
    }

    /** Looks at the clock, and whether anybody waits for the results. */
    void look() {
        cancellation.throwIfCancelled();
        if (System.nanoTime() - deadline > 0) {
            throw new BudgetException(
                    "the query was stopped after " + limits.timeout().toMillis() + " ms; narrow it");
        }
    }

    /** Counts memory that is about to be taken. */
    void allocate(long bytes) {
        used += bytes;
        if (used > granted) {
            grow();
        }
    }

    private void grow() {
        if (used > memoryLimit) {
            throw BudgetException.memory(String.format(
                    Locale.ROOT,
                    "the query was stopped because one value and what is made of it take more than %,d MB of memory",
                    memoryLimit >> 20));
        }
        long wanted = Math.min(memoryLimit, used + CHUNK) - granted;
        if (!pool.take(wanted)) {
            throw new BudgetException(
                    "the query was stopped because other queries take the memory at the moment; try it"
                            + " again when they have ended");
        }
        granted += wanted;
    }

    /** Counts memory that is taken until the end of the run. */
    void retain(long bytes) {
        allocate(bytes);
        retained += bytes;
    }

    /** Gives the memory back. */
    @Override
    public void close() {
        pool.give(granted);
        granted = 0;
    }

    /** The parsers of JSON for the file, and for strings with JSON in them. */
    Parsers parsers() {
        return parsers;
    }

    /** A value that was made; neither too deep nor too large. */
    <V extends JsonValue> V made(V value) {
        if (value.depth() > limits.depth()) {
            throw tooDeep();
        }
        if (value.weight() > WEIGHT) {
            throw new BudgetException(String.format(
                    Locale.ROOT,
                    "the query was stopped because it makes a value of more than %,d parts; narrow it",
                    WEIGHT));
        }
        return value;
    }

    /** How deep values may nest. */
    int maxDepth() {
        return limits.depth();
    }

    /** A part of the query, or a level of a value, within the one before; {@link #leave} must follow whatever happens. */
    void enter() {
        work(PART);
        if (levels == LEVELS) {
            throw new BudgetException(tangled);
        }
        levels++;
    }

    /** Before the levels of a value are gone into by who does not {@link #enter} each. */
    void descend(int depth) {
        if (levels + depth > LEVELS) {
            throw new BudgetException(tangled);
        }
    }

    /** Before two values are compared. */
    void compare(JsonValue a, JsonValue b) {
        work(COMPARISON + Math.min(a.weight(), b.weight()));
        descend(Math.min(a.depth(), b.depth()));
    }

    /** One level up. */
    void leave() {
        levels--;
    }

    BudgetException tooDeep() {
        return new BudgetException(tooDeep);
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
            renewSteps();
        }
        return next;
    }

    /** How much of the memory is taken, to come back to. */
    long memory() {
        return used - retained;
    }

    /** A value of the current element is kept beyond it. */
    void keep(JsonValue value) {
        kept += Cost.VALUE * value.weight();
    }

    /** After an element: its memory is free again, but for what was kept of it. */
    void forget(long memoryBefore) {
        used = memoryBefore + retained;
        allocate(kept);
        kept = 0;
    }
}
