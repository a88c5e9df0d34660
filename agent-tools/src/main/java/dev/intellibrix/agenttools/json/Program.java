package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonConstant;
import dev.intellibrix.agenttools.json.value.JsonValue;
import org.jspecify.annotations.Nullable;

/** A query that was read. Immutable. */
final class Program {

    private final Filter whole;
    private final @Nullable Filter elementwise;

    private Program(Filter whole) {
        this.whole = whole;
        this.elementwise = whole.streamed();
    }

    /**
     * Reads a query.
     *
     * @throws QuerySyntaxException when it can not be read, or needs what is not supported
     */
    static Program of(String query) {
        return new Program(Parser.parse(query));
    }

    /** Whether {@link #runOverElements} is possible: the elements of an array are used once and in their order. */
    boolean isElementwise() {
        return elementwise != null;
    }

    /** Runs over a value; false when no more results are wanted. */
    boolean run(Run run, JsonValue in, Sink out) {
        return whole.run(run, in, null, out);
    }

    /** Runs over the elements that the run streams. */
    boolean runOverElements(Run run, Sink out) {
        if (elementwise == null) {
            throw new IllegalStateException("the query needs the array as a whole");
        }
        return elementwise.run(run, JsonConstant.NULL, null, out);
    }
}
