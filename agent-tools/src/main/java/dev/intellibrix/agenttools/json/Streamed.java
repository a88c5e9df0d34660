package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonNumber;
import dev.intellibrix.agenttools.json.value.JsonValue;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A query in which the elements of one array are used once and in their order, so that they can be read one by one.
 *
 * @param filter the query over the elements that the run streams; its input is of no account
 * @param member the keys at which the array stands in the value, from the outermost on
 */
record Streamed(Filter filter, List<String> member) {

    /** {@code .[]} of an array that is being read. */
    static final Filter ELEMENTS = new Filter() {
        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            long memory = run.memory();
            for (JsonValue next = run.nextElement(); next != null; next = run.nextElement()) {
                if (!out.accept(next, null)) {
                    return false;
                }
                run.forget(memory);
                memory = run.memory();
            }
            return true;
        }
    };

    Streamed {
        member = List.copyOf(member);
    }

    /** What is made of the elements by a part of a query, made into the whole; null when the part does not stream. */
    static @Nullable Streamed of(@Nullable Streamed part, UnaryOperator<Filter> whole) {
        return part == null ? null : new Streamed(whole.apply(part.filter), part.member);
    }

    /** {@code .[index]}, null beyond the end; null when that is no number, or a fraction. */
    static @Nullable Streamed element(List<String> member, JsonValue index) {
        int position = Step.position(index);
        if (position < 0) {
            boolean last = index instanceof JsonNumber number && number.value() == -1;
            return last ? one(member, new Take.Last(ELEMENTS)) : null;
        }
        return one(member, new Take.Limit(literal(1), skip(position)));
    }

    private static Streamed one(List<String> member, Filter filter) {
        Filter collected = new Construct.Collect(filter, true);
        return new Streamed(new Step.Index(collected, literal(0)), member);
    }

    /** {@code .[from:to]}; null when one of them is no position that counts from the start. */
    static @Nullable Streamed slice(List<String> member, JsonValue from, JsonValue to) {
        int start = from.isNull() ? 0 : Step.position(from);
        int end = to.isNull() ? Integer.MAX_VALUE : Step.position(to);
        if (start < 0 || end < 0) {
            return null;
        }
        Filter some = new Take.Limit(literal(Math.max(0, end - start)), skip(start));
        return new Streamed(new Construct.Collect(some, true), member);
    }

    private static Filter skip(int count) {
        return count == 0 ? ELEMENTS : new Take.Skip(literal(count), ELEMENTS, "");
    }

    private static Filter literal(long number) {
        return new Flow.Literal(JsonNumber.of(number));
    }
}
