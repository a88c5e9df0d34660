package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonArray;
import dev.intellibrix.agenttools.json.value.JsonObject;
import dev.intellibrix.agenttools.json.value.JsonText;
import dev.intellibrix.agenttools.json.value.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Filters that make arrays, objects and strings. */
final class Construct {

    private Construct() {}

    /** {@code [body]}. */
    static final class Collect extends SingleFilter {

        private final Filter body;
        private final boolean streamed;

        Collect(Filter body) {
            this(body, false);
        }

        /**
         * An array of all results.
         *
         * @param streamed whether they are made of elements that are read one by one, and so are kept beyond them
         */
        Collect(Filter body, boolean streamed) {
            this.body = body;
            this.streamed = streamed;
        }

        @Override
        JsonValue make(Run run, JsonValue in) {
            run.allocate(Cost.ARRAY);
            JsonArray.Builder all = new JsonArray.Builder();
            body.run(run, in, null, (value, none) -> {
                run.allocate(Cost.VALUE);
                if (streamed) {
                    run.keep(value);
                }
                all.add(value);
                return true;
            });
            return run.made(all.build());
        }

        Filter body() {
            return body;
        }

        @Override
        List<String> focus(List<String> above) {
            return body.focus(above);
        }

        @Override
        boolean isConstant() {
            return body.isConstant();
        }

        @Override
        @Nullable Streamed streamed(List<String> above) {
            return Streamed.of(body.streamed(above), elements -> new Collect(elements, true));
        }
    }

    /**
     * One entry of an object.
     *
     * @param key makes its keys
     * @param value makes its values
     */
    record Entry(Filter key, Filter value) {

        boolean isSingle() {
            return key.isSingle() && value.isSingle();
        }

        boolean isConstant() {
            return key.isConstant() && value.isConstant();
        }
    }

    /** <code>{key: value, ...}</code>: one object for each combination of the results, the first entry varying slowest. */
    static final class ObjectOf extends Filter {

        private final List<Entry> entries;

        ObjectOf(List<Entry> entries) {
            super(entries.stream().allMatch(Entry::isSingle));
            this.entries = List.copyOf(entries);
        }

        @Override
        JsonValue make(Run run, JsonValue in) {
            JsonObject.Builder object = new JsonObject.Builder();
            run.allocate(Cost.object(entries.size()));
            for (Entry entry : entries) {
                String key = key(entry.key.value(run, in));
                object.put(key, entry.value.value(run, in));
            }
            return run.made(object.build());
        }

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            if (isSingle()) {
                run.step();
                return out.acceptMade(make(run, in), at);
            }
            return combine(run, in, new String[entries.size()], new JsonValue[entries.size()], 0, object -> {
                run.step();
                return out.acceptMade(object, at);
            });
        }

        @Override
        boolean isConstant() {
            return entries.stream().allMatch(Entry::isConstant);
        }

        /** When all entries but one are the same for every input, so that this one is run once. */
        @Override
        @Nullable Streamed streamed(List<String> above) {
            List<Entry> varying =
                    entries.stream().filter(entry -> !entry.isConstant()).toList();
            boolean once = entries.stream().allMatch(entry -> entry.key.isSingle() && entry.key.isConstant())
                    && entries.stream().filter(Entry::isConstant).allMatch(Entry::isSingle);
            if (varying.size() != 1 || !once) {
                return null;
            }
            return Streamed.of(varying.get(0).value.streamed(above), elements -> {
                List<Entry> streamed = new ArrayList<>(entries);
                streamed.replaceAll(entry -> entry.isConstant() ? entry : new Entry(entry.key, elements));
                return new ObjectOf(streamed);
            });
        }

        private interface Made {
            boolean accept(JsonObject object);
        }

        private boolean combine(Run run, JsonValue in, String[] keys, JsonValue[] values, int from, Made out) {
            if (from == keys.length) {
                run.allocate(Cost.object(keys.length));
                JsonObject.Builder object = new JsonObject.Builder();
                for (int i = 0; i < keys.length; i++) {
                    object.put(keys[i], values[i]);
                }
                return out.accept(run.made(object.build()));
            }
            Entry entry = entries.get(from);
            run.enter();
            try {
                return entry.key.run(run, in, null, (name, none) -> {
                    String key = key(name);
                    return entry.value.run(run, in, null, (value, nothing) -> {
                        keys[from] = key;
                        values[from] = value;
                        return combine(run, in, keys, values, from + 1, out);
                    });
                });
            } finally {
                run.leave();
            }
        }

        static String key(JsonValue value) {
            if (value instanceof JsonText text) {
                return text.text();
            }
            throw new QueryError("Cannot use " + QueryError.named(value) + " as object key");
        }
    }

    /** A string with filters in it: one string for each combination of their results, the last filter varying slowest. */
    static final class Interpolation extends Filter {

        private final List<Filter> parts;

        Interpolation(List<Filter> parts) {
            super(parts.stream().allMatch(Filter::isSingle));
            this.parts = List.copyOf(parts);
        }

        @Override
        JsonValue make(Run run, JsonValue in) {
            String[] texts = new String[parts.size()];
            for (int i = texts.length - 1; i >= 0; i--) {
                texts[i] = Texts.toText(run, parts.get(i).value(run, in));
            }
            return join(run, texts);
        }

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            return Combinations.lastSlowest(run, in, parts, values -> {
                run.step();
                String[] texts = new String[values.length];
                for (int i = 0; i < texts.length; i++) {
                    texts[i] = Texts.toText(run, values[i]);
                }
                return out.acceptMade(join(run, texts), at);
            });
        }

        @Override
        boolean isConstant() {
            return parts.stream().allMatch(Filter::isConstant);
        }

        private static JsonValue join(Run run, String[] texts) {
            long length = 0;
            for (String text : texts) {
                length += text.length();
            }
            run.work(length >> 3);
            run.allocate(Cost.TEXT + 2 * length);
            return run.made(new JsonText(String.join("", texts)));
        }
    }
}
