package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonArray;
import dev.intellibrix.agenttools.json.value.JsonObject;
import dev.intellibrix.agenttools.json.value.JsonText;
import dev.intellibrix.agenttools.json.value.JsonValue;
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

        private Collect(Filter body, boolean streamed) {
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

        @Override
        @Nullable Filter streamed() {
            Filter elements = body.streamed();
            return elements == null ? null : new Collect(elements, true);
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
                return out.accept(make(run, in), Path.nowhere(at));
            }
            return combine(run, in, new String[entries.size()], new JsonValue[entries.size()], 0, object -> {
                run.step();
                return out.accept(object, Path.nowhere(at));
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
            return combine(run, in, new String[parts.size()], parts.size() - 1, at, out);
        }

        private boolean combine(Run run, JsonValue in, String[] texts, int from, @Nullable Path at, Sink out) {
            if (from < 0) {
                run.step();
                return out.accept(join(run, texts), Path.nowhere(at));
            }
            run.enter();
            try {
                return parts.get(from).run(run, in, null, (value, none) -> {
                    texts[from] = Texts.toText(run, value);
                    return combine(run, in, texts, from - 1, at, out);
                });
            } finally {
                run.leave();
            }
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
