package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonArray;
import dev.intellibrix.agenttools.json.value.JsonConstant;
import dev.intellibrix.agenttools.json.value.JsonNumber;
import dev.intellibrix.agenttools.json.value.JsonObject;
import dev.intellibrix.agenttools.json.value.JsonText;
import dev.intellibrix.agenttools.json.value.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One value of all results of a filter. */
final class Fold {

    /** {@code length}. */
    static final Filter LENGTH = new SingleFilter() {
        @Override
        JsonValue make(Run run, JsonValue in) {
            return Functions.length(run, in);
        }

        @Override
        Streamed streamed(List<String> above) {
            return new Streamed(new Count(Streamed.ELEMENTS), above);
        }
    };

    /** {@code add}. */
    static final Filter ADD = new SingleFilter() {
        @Override
        JsonValue make(Run run, JsonValue in) {
            Sum sum = new Sum(run);
            Access.each(run, in, null, (value, none) -> {
                sum.add(value);
                return true;
            });
            return sum.result();
        }

        @Override
        Streamed streamed(List<String> above) {
            return new Streamed(new Add(Streamed.ELEMENTS, true), above);
        }
    };

    private Fold() {}

    /** How many results a filter has; none of them is kept. */
    static final class Count extends SingleFilter {

        private final Filter body;

        Count(Filter body) {
            this.body = body;
        }

        @Override
        JsonValue make(Run run, JsonValue in) {
            long[] count = new long[1];
            body.run(run, in, null, (value, none) -> {
                count[0]++;
                return true;
            });
            return JsonNumber.of(count[0]);
        }
    }

    /** {@code any(body; condition)}, {@code all(body; condition)}: stops at the first result that decides. */
    static final class Quantifier extends SingleFilter {

        private final Filter body;
        private final Filter condition;
        private final boolean decisive;

        Quantifier(Filter body, Filter condition, boolean decisive) {
            this.body = body;
            this.condition = condition;
            this.decisive = decisive;
        }

        @Override
        JsonValue make(Run run, JsonValue in) {
            boolean undecided = body.run(
                    run,
                    in,
                    null,
                    (value, none) -> condition.run(run, value, null, (holds, nothing) -> holds.isTrue() != decisive));
            return JsonConstant.of(undecided != decisive);
        }

        @Override
        @Nullable Streamed streamed(List<String> above) {
            return Streamed.of(body.streamed(above), elements -> new Quantifier(elements, condition, decisive));
        }
    }

    /** {@code isempty(body)}. */
    static final class IsEmpty extends SingleFilter {

        private final Filter body;

        IsEmpty(Filter body) {
            this.body = body;
        }

        @Override
        JsonValue make(Run run, JsonValue in) {
            return JsonConstant.of(body.run(run, in, null, (value, none) -> false));
        }

        @Override
        @Nullable Streamed streamed(List<String> above) {
            return Streamed.of(body.streamed(above), IsEmpty::new);
        }
    }

    /** {@code add(body)}. */
    static final class Add extends SingleFilter {

        private final Filter body;
        private final boolean streamed;

        Add(Filter body) {
            this(body, false);
        }

        private Add(Filter body, boolean streamed) {
            this.body = body;
            this.streamed = streamed;
        }

        @Override
        JsonValue make(Run run, JsonValue in) {
            Sum sum = new Sum(run);
            body.run(run, in, null, (value, none) -> {
                if (streamed && !(value instanceof JsonNumber)) {
                    run.keep(value);
                }
                sum.add(value);
                return true;
            });
            return sum.result();
        }

        @Override
        @Nullable Streamed streamed(List<String> above) {
            return Streamed.of(body.streamed(above), elements -> new Add(elements, true));
        }
    }

    /** Adds values up as {@code +} does, without a copy of what there is for each of them. */
    static final class Sum {

        private final Run run;
        private JsonValue sum = JsonConstant.NULL;
        private @Nullable StringBuilder text;
        private JsonArray.@Nullable Builder array;
        private JsonObject.@Nullable Builder object;

        Sum(Run run) {
            this.run = run;
        }

        void add(JsonValue value) {
            if (value.isNull()) {
                return;
            }
            if (value instanceof JsonText next && (text != null || sum instanceof JsonText)) {
                text = text == null ? new StringBuilder(((JsonText) sum).text()) : text;
                run.allocate(2L * next.text().length());
                text.append(next.text());
            } else if (value instanceof JsonArray next && (array != null || sum instanceof JsonArray)) {
                array = array == null ? copy((JsonArray) sum) : array;
                run.allocate((long) Cost.ELEMENT * next.size());
                run.work(next.size());
                addAll(array, next);
            } else if (value instanceof JsonObject next && (object != null || sum instanceof JsonObject)) {
                object = object == null ? ((JsonObject) sum).toBuilder() : object;
                run.allocate((long) Cost.TABLED * next.size());
                run.work(next.size());
                addAll(object, next);
            } else {
                sum = Operator.PLUS.apply(run, result(), value);
            }
        }

        JsonValue result() {
            if (text != null) {
                sum = run.made(new JsonText(text.toString()));
                text = null;
            } else if (array != null) {
                sum = run.made(array.build());
                array = null;
            } else if (object != null) {
                sum = run.made(object.build());
                object = null;
            }
            return sum;
        }

        private static JsonArray.Builder copy(JsonArray from) {
            JsonArray.Builder copy = new JsonArray.Builder();
            addAll(copy, from);
            return copy;
        }

        private static void addAll(JsonArray.Builder to, JsonArray from) {
            for (int i = 0; i < from.size(); i++) {
                to.add(from.get(i));
            }
        }

        private static void addAll(JsonObject.Builder to, JsonObject from) {
            for (int i = 0; i < from.size(); i++) {
                to.put(from.key(i), from.value(i));
            }
        }
    }
}
