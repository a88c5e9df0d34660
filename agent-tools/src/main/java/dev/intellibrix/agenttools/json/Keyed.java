package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonArray;
import dev.intellibrix.agenttools.json.value.JsonConstant;
import dev.intellibrix.agenttools.json.value.JsonValue;
import dev.intellibrix.agenttools.json.value.Order;
import java.util.Arrays;

/** Sorts, groups and picks the elements of an array by what a filter makes of each. */
final class Keyed extends SingleFilter {

    /** What is done. */
    enum Use {
        SORT,
        GROUP,
        UNIQUE,
        MIN,
        MAX
    }

    private record Element(JsonValue key, JsonValue value) {}

    private final Use use;
    private final Filter key;

    Keyed(Use use, Filter key) {
        this.use = use;
        this.key = key;
    }

    @Override
    JsonValue make(Run run, JsonValue in) {
        if (!(in instanceof JsonArray array)) {
            throw refused(run, in);
        }
        Element[] elements = elements(run, array);
        return switch (use) {
            case MIN, MAX -> extreme(run, elements);
            case SORT -> sorted(run, elements);
            case GROUP -> groups(run, elements, false);
            case UNIQUE -> groups(run, elements, true);
        };
    }

    /** The keys come first, and with them what they complain about. */
    private QueryError refused(Run run, JsonValue in) {
        boolean plain = key == Flow.IDENTITY;
        JsonValue keys = plain ? in : Builtins.map(new Construct.Collect(key)).value(run, in);
        String both = QueryError.named(in) + " and " + QueryError.named(keys);
        if (use == Use.MIN || use == Use.MAX) {
            return new QueryError(both + " cannot be iterated over");
        }
        return new QueryError(
                plain
                        ? QueryError.named(in) + " cannot be sorted, as it is not an array"
                        : both + " cannot be sorted, as they are not both arrays");
    }

    private Element[] elements(Run run, JsonArray array) {
        Element[] elements = new Element[array.size()];
        run.allocate(48L * elements.length);
        Filter all = key.isSingle() ? key : new Construct.Collect(key);
        for (int i = 0; i < elements.length; i++) {
            run.step();
            elements[i] = new Element(all.value(run, array.get(i)), array.get(i));
        }
        return elements;
    }

    private JsonValue extreme(Run run, Element[] elements) {
        if (elements.length == 0) {
            return JsonConstant.NULL;
        }
        Element best = elements[0];
        for (int i = 1; i < elements.length; i++) {
            boolean below = compare(run, elements[i], best) < 0;
            if (below == (use == Use.MIN)) {
                best = elements[i];
            }
        }
        return best.value;
    }

    private static JsonArray sorted(Run run, Element[] elements) {
        sort(run, elements);
        return JsonArray.of(Arrays.stream(elements).map(Element::value).toArray(JsonValue[]::new));
    }

    private static JsonArray groups(Run run, Element[] elements, boolean firstOnly) {
        sort(run, elements);
        JsonArray.Builder groups = new JsonArray.Builder();
        JsonArray.Builder group = new JsonArray.Builder();
        for (int i = 0; i < elements.length; i++) {
            if (i > 0 && compare(run, elements[i - 1], elements[i]) != 0) {
                groups.add(group.build());
                group = new JsonArray.Builder();
            }
            if (!firstOnly || group.size() == 0) {
                group.add(elements[i].value);
            }
        }
        if (group.size() > 0) {
            groups.add(group.build());
        }
        JsonArray all = groups.build();
        return firstOnly ? firsts(all) : run.made(all);
    }

    private static JsonArray firsts(JsonArray groups) {
        JsonArray.Builder firsts = new JsonArray.Builder();
        for (int i = 0; i < groups.size(); i++) {
            firsts.add(((JsonArray) groups.get(i)).get(0));
        }
        return firsts.build();
    }

    private static void sort(Run run, Element[] elements) {
        run.allocate((long) Cost.ELEMENT * elements.length);
        Sorting.sort(elements, (a, b) -> {
            run.compare(a.key, b.key);
            return Order.FOR_SORTING.compare(a.key, b.key);
        });
    }

    private static int compare(Run run, Element a, Element b) {
        run.compare(a.key, b.key);
        return Order.compare(a.key, b.key);
    }
}
