package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonConstant;
import dev.intellibrix.agenttools.json.value.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A query that was read. Immutable. */
final class Program {

    private final Filter whole;
    private final @Nullable Streamed streamed;
    private final List<String> member;

    private Program(Filter whole, @Nullable Streamed streamed, List<String> member) {
        this.whole = whole;
        this.streamed = streamed;
        this.member = member;
    }

    /**
     * Reads a query.
     *
     * @throws QuerySyntaxException when it can not be read, or needs what is not supported
     */
    static Program of(String query) {
        Filter whole = Parser.parse(query);
        Streamed streamed = whole.streamed(List.of());
        return new Program(whole, streamed, streamed == null ? whole.focus(List.of()) : streamed.member());
    }

    /** The same query, which needs each value as a whole. */
    Program whole() {
        return new Program(whole, null, List.of());
    }

    /** Whether {@link #runOverElements} is possible: the elements of one array are used once and in their order. */
    boolean isElementwise() {
        return streamed != null;
    }

    /** The keys, from the outermost on, of the member of a value that is all the query needs; none when it needs more. */
    List<String> member() {
        return member;
    }

    /** Runs over a value, or over one that has the same {@link #member}; false when no more results are wanted. */
    boolean run(Run run, JsonValue in, Sink out) {
        return whole.run(run, in, null, out);
    }

    /** Runs over the elements that the run streams, which are those of the array that the {@link #member} is. */
    boolean runOverElements(Run run, Sink out) {
        if (streamed == null) {
            throw new IllegalStateException("the query needs the array as a whole");
        }
        return streamed.filter().run(run, JsonConstant.NULL, null, out);
    }
}
