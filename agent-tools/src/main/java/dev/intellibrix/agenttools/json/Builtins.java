package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonConstant;
import dev.intellibrix.agenttools.json.value.JsonNumber;
import dev.intellibrix.agenttools.json.value.JsonText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** The functions that a query can call, by name and number of arguments. */
final class Builtins {

    private static final Filter EACH = new Step.Iterate(Flow.IDENTITY);
    private static final Filter ZERO = literal(0);
    private static final Filter ONE = literal(1);

    /** Functions whose arguments are filters that they run as they see fit. */
    private static final Map<String, Function<List<Filter>, Filter>> SHAPES = shapes();

    private Builtins() {}

    /**
     * A call.
     *
     * @throws QuerySyntaxException when there is no such function
     */
    static Filter call(String name, List<Filter> args) {
        String signature = name + "/" + args.size();
        Function<List<Filter>, Filter> shape = SHAPES.get(signature);
        if (shape != null) {
            return shape.apply(args);
        }
        ValueFunction function = Functions.ALL.get(signature);
        if (function != null) {
            return function.call(args);
        }
        throw new QuerySyntaxException(complaint(name, args.size()));
    }

    private static String complaint(String name, int count) {
        if (name.equals("split") && count == 2) {
            return "split with two arguments is not supported: there are no regular expressions; use split(\",\")";
        }
        Set<String> others = new TreeSet<>();
        for (String signature : SHAPES.keySet()) {
            addCount(others, signature, name);
        }
        for (String signature : Functions.ALL.keySet()) {
            addCount(others, signature, name);
        }
        return others.isEmpty()
                ? Unsupported.function(name)
                : name + " takes " + String.join(" or ", others) + " arguments, not " + count;
    }

    private static void addCount(Set<String> counts, String signature, String name) {
        if (signature.startsWith(name + "/")) {
            counts.add(signature.substring(name.length() + 1));
        }
    }

    private static Map<String, Function<List<Filter>, Filter>> shapes() {
        Map<String, Function<List<Filter>, Filter>> all = new HashMap<>();
        addConstants(all);
        addGenerators(all);
        addFolds(all);
        addSorting(all);
        addPaths(all);
        addTypes(all);
        return Map.copyOf(all);
    }

    private static void addConstants(Map<String, Function<List<Filter>, Filter>> all) {
        all.put("empty/0", args -> Flow.EMPTY);
        all.put("null/0", args -> new Flow.Literal(JsonConstant.NULL));
        all.put("true/0", args -> new Flow.Literal(JsonConstant.TRUE));
        all.put("false/0", args -> new Flow.Literal(JsonConstant.FALSE));
    }

    private static void addGenerators(Map<String, Function<List<Filter>, Filter>> all) {
        all.put("select/1", args -> new Flow.Select(args.get(0)));
        all.put("map/1", args -> map(args.get(0)));
        all.put("map_values/1", args -> new Rebuild.MapValues(args.get(0)));
        all.put("walk/1", args -> new Rebuild.Walk(args.get(0)));
        all.put("recurse/0", args -> Unfold.DESCENT);
        all.put("recurse/1", args -> Unfold.recurse(args.get(0)));
        all.put("recurse/2", args -> Unfold.recurse(pipe(args.get(0), new Flow.Select(args.get(1)))));
        all.put("repeat/1", args -> Unfold.repeat(args.get(0)));
        all.put("while/2", args -> Unfold.whileTrue(args.get(0), args.get(1)));
        all.put("until/2", args -> Unfold.until(args.get(0), args.get(1)));
        all.put("range/1", args -> new Range(ZERO, args.get(0), ONE));
        all.put("range/2", args -> new Range(args.get(0), args.get(1), ONE));
        all.put("range/3", args -> new Range(args.get(0), args.get(1), args.get(2)));
        all.put("limit/2", args -> new Take.Limit(args.get(0), args.get(1)));
        all.put("skip/2", args -> new Take.Skip(args.get(0), args.get(1), "skip doesn't support negative count"));
        all.put("first/1", args -> new Take.Limit(ONE, args.get(0)));
        all.put("last/1", args -> new Take.Last(args.get(0)));
        all.put("nth/2", args -> new Take.Nth(args.get(0), args.get(1)));
        all.put("first/0", args -> new Step.Index(Flow.IDENTITY, ZERO));
        all.put("last/0", args -> new Step.Index(Flow.IDENTITY, literal(-1)));
        all.put("nth/1", args -> new Step.Index(Flow.IDENTITY, args.get(0)));
        all.put("with_entries/1", args -> pipe(plain("to_entries"), pipe(map(args.get(0)), plain("from_entries"))));
    }

    private static void addFolds(Map<String, Function<List<Filter>, Filter>> all) {
        all.put("length/0", args -> Fold.LENGTH);
        all.put("add/0", args -> Fold.ADD);
        all.put("add/1", args -> new Fold.Add(args.get(0)));
        all.put("isempty/1", args -> new Fold.IsEmpty(args.get(0)));
        for (boolean decisive : List.of(true, false)) {
            String name = decisive ? "any/" : "all/";
            all.put(name + 0, args -> new Fold.Quantifier(EACH, Flow.IDENTITY, decisive));
            all.put(name + 1, args -> new Fold.Quantifier(EACH, args.get(0), decisive));
            all.put(name + 2, args -> new Fold.Quantifier(args.get(0), args.get(1), decisive));
        }
        all.put(
                "IN/1",
                args -> new Fold.Quantifier(Operator.EQUAL.of(Flow.IDENTITY, args.get(0)), Flow.IDENTITY, true));
        all.put("IN/2", args -> new Fold.Quantifier(Operator.EQUAL.of(args.get(0), args.get(1)), Flow.IDENTITY, true));
    }

    private static void addSorting(Map<String, Function<List<Filter>, Filter>> all) {
        all.put("sort/0", args -> new Keyed(Keyed.Use.SORT, Flow.IDENTITY));
        all.put("sort_by/1", args -> new Keyed(Keyed.Use.SORT, args.get(0)));
        all.put("group_by/1", args -> new Keyed(Keyed.Use.GROUP, args.get(0)));
        all.put("unique/0", args -> new Keyed(Keyed.Use.UNIQUE, Flow.IDENTITY));
        all.put("unique_by/1", args -> new Keyed(Keyed.Use.UNIQUE, args.get(0)));
        all.put("min/0", args -> new Keyed(Keyed.Use.MIN, Flow.IDENTITY));
        all.put("min_by/1", args -> new Keyed(Keyed.Use.MIN, args.get(0)));
        all.put("max/0", args -> new Keyed(Keyed.Use.MAX, Flow.IDENTITY));
        all.put("max_by/1", args -> new Keyed(Keyed.Use.MAX, args.get(0)));
    }

    private static void addPaths(Map<String, Function<List<Filter>, Filter>> all) {
        all.put("path/1", args -> new Paths.PathsOf(args.get(0)));
        all.put("getpath/1", args -> new Paths.GetPath(args.get(0)));
        all.put("pick/1", args -> new Paths.Pick(args.get(0)));
        all.put("paths/0", args -> below(Unfold.DESCENT));
        all.put("paths/1", args -> below(pipe(Unfold.DESCENT, new Flow.Select(args.get(0)))));
        all.put(
                "del/1",
                args -> Objects.requireNonNull(Functions.ALL.get("delpaths/1"))
                        .call(List.of(new Construct.Collect(new Paths.PathsOf(args.get(0))))));
    }

    /** The paths of what a filter finds, but for the value itself. */
    private static Filter below(Filter found) {
        return pipe(new Paths.PathsOf(found), new Flow.Select(Operator.GREATER.of(Fold.LENGTH, ZERO)));
    }

    private static void addTypes(Map<String, Function<List<Filter>, Filter>> all) {
        Filter type = plain("type");
        Map.of(
                        "nulls", "null",
                        "booleans", "boolean",
                        "numbers", "number",
                        "strings", "string",
                        "arrays", "array",
                        "objects", "object")
                .forEach((name, kind) -> all.put(name + "/0", args -> new Flow.Select(is(type, kind))));
        all.put("finites/0", args -> new Flow.Select(Numeric.IS_FINITE.call(List.of())));
        all.put("normals/0", args -> new Flow.Select(plain("isnormal")));
        Filter iterable = new Flow.Logic(is(type, "array"), is(type, "object"), true);
        all.put("iterables/0", args -> new Flow.Select(iterable));
        all.put("scalars/0", args -> new Flow.Select(pipe(iterable, plain("not"))));
        all.put(
                "values/0",
                args -> new Flow.Select(Operator.NOT_EQUAL.of(Flow.IDENTITY, new Flow.Literal(JsonConstant.NULL))));
    }

    /** A call of a function without arguments, for the definitions here. */
    private static Filter plain(String name) {
        return Objects.requireNonNull(Functions.ALL.get(name + "/0")).call(List.of());
    }

    private static Filter is(Filter type, String kind) {
        return Operator.EQUAL.of(type, new Flow.Literal(new JsonText(kind)));
    }

    static Filter map(Filter body) {
        return new Construct.Collect(pipe(EACH, body));
    }

    private static Filter pipe(Filter first, Filter second) {
        return new Flow.Pipe(first, second);
    }

    private static Filter literal(long number) {
        return new Flow.Literal(JsonNumber.of(number));
    }
}
