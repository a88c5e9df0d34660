package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonArray;
import dev.intellibrix.agenttools.json.value.JsonConstant;
import dev.intellibrix.agenttools.json.value.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a query. For one query. */
final class Parser {

    /** How long a query may be, in characters. */
    private static final int MAX_QUERY = 20_000;

    /** How deep a query may nest, and how long a chain of one operator may be. */
    private static final int MAX_DEPTH = 250;

    /** How long the chains of a query may be in all: each may begin with another. */
    private static final int MAX_LINKS = 2_000;

    static final Set<String> KEYWORDS = Set.of(
            "def", "if", "then", "elif", "else", "end", "and", "or", "as", "reduce", "foreach", "try", "catch", "label",
            "break", "import", "include", "module", "__loc__");

    private final Cursor cursor;
    private int depth;
    private int links;

    private Parser(Cursor cursor) {
        this.cursor = cursor;
    }

    /**
     * Reads a query.
     *
     * @throws QuerySyntaxException when it can not be read, or needs what is not supported
     */
    static Filter parse(String query) {
        if (query.length() > MAX_QUERY) {
            throw new QuerySyntaxException("the query is longer than " + MAX_QUERY + " characters");
        }
        Cursor cursor = new Cursor(query);
        cursor.skipSpace();
        if (cursor.isAtEnd()) {
            throw new QuerySyntaxException("the query is empty; . is the whole value");
        }
        Parser parser = new Parser(cursor);
        Filter filter = parser.pipe();
        cursor.skipSpace();
        if (!cursor.isAtEnd()) {
            throw cursor.wrong("unexpected text");
        }
        return filter;
    }

    private void enter() {
        if (++depth > MAX_DEPTH) {
            throw new QuerySyntaxException("the query nests too deep: more than " + MAX_DEPTH + " levels");
        }
    }

    private void chain(int length) {
        if (length > MAX_DEPTH) {
            throw new QuerySyntaxException("the query has too long a chain: more than " + MAX_DEPTH + " links");
        }
        links += length > 0 ? 1 : 0;
        if (links > MAX_LINKS) {
            throw new QuerySyntaxException("the query has too long chains: more than " + MAX_LINKS + " links in all");
        }
    }

    /** {@code a | b}. */
    Filter pipe() {
        enter();
        Filter first = comma();
        cursor.skipSpace();
        if (cursor.isAt("|") && !cursor.isAt("|=") && cursor.accept("|")) {
            first = new Flow.Pipe(first, pipe());
        }
        depth--;
        return first;
    }

    private Filter comma() {
        Filter first = binary(0);
        for (int links = 0; cursor.accept(","); links++) {
            chain(links);
            first = new Flow.Comma(first, binary(0));
        }
        return first;
    }

    /** One value of an object: everything but a comma. */
    Filter objectValue() {
        enter();
        Filter first = binary(0);
        cursor.skipSpace();
        if (cursor.isAt("|") && !cursor.isAt("|=") && cursor.accept("|")) {
            first = new Flow.Pipe(first, objectValue());
        }
        depth--;
        return first;
    }

    /** Operators that bind at least as tightly as a level. */
    private Filter binary(int level) {
        enter();
        Filter left = postfix();
        Infix before = null;
        for (int links = 0; ; links++) {
            chain(links);
            Infix infix = Infix.at(cursor);
            if (infix == null || infix.level < level) {
                depth--;
                return left;
            }
            if (before != null && before.level == infix.level && infix.isSolitary()) {
                throw cursor.wrong("comparisons can not be chained; put parentheses around one of them");
            }
            cursor.expect(infix.sign);
            left = infix.of(left, binary(infix == Infix.ALTERNATIVE ? infix.level : infix.level + 1));
            before = infix;
        }
    }

    /** A term with its sign before it and what follows it: {@code .name}, {@code [key]}, {@code []}, {@code ?}. */
    Filter postfix() {
        enter();
        if (cursor.accept("-")) {
            Filter negated = Negation.of(postfix());
            depth--;
            return negated;
        }
        char first = spaceless();
        Filter term = term();
        // Only of a step that stands here as such does a question mark concern the last part alone.
        boolean step = first == '.';
        for (int links = 0; ; links++) {
            chain(links);
            Filter longer = suffix(term, step);
            step = longer instanceof Step taken && !taken.isOptional();
            if (longer == null) {
                refuseBinding();
                depth--;
                return term;
            }
            term = longer;
        }
    }

    private void refuseBinding() {
        cursor.skipSpace();
        if (cursor.acceptWord("as")) {
            throw new QuerySyntaxException("as is not supported: there are no variables; use add, map or range");
        }
    }

    private char spaceless() {
        cursor.skipSpace();
        return cursor.peek();
    }

    private @Nullable Filter suffix(Filter target, boolean step) {
        cursor.skipSpace();
        if (cursor.isAt("?//")) {
            throw new QuerySyntaxException(
                    "?// is not supported: there are no variables; write (...)? // ... for a default");
        }
        if (cursor.accept("?")) {
            return step && target instanceof Step last ? last.optional() : new Try(target, Flow.EMPTY);
        }
        if (cursor.accept("[")) {
            return bracket(target);
        }
        if (cursor.isAt(".") && !cursor.isAt("..")) {
            cursor.expect(".");
            return member(target);
        }
        return null;
    }

    /** After a point: a name, a string, or a bracket. */
    private Filter member(Filter target) {
        cursor.skipSpace();
        if (cursor.isAtWord()) {
            return new Step.Field(target, new JsonText(cursor.word()));
        }
        if (cursor.accept("\"")) {
            return key(target, new Strings(cursor, this).rest());
        }
        if (cursor.accept("[")) {
            return bracket(target);
        }
        throw cursor.wrong("expected a name after the point; write .[\"...\"] for other keys");
    }

    private static Filter key(Filter target, Filter key) {
        return key instanceof Flow.Literal literal && literal.value() instanceof JsonText name
                ? new Step.Field(target, name)
                : new Step.Index(target, key);
    }

    /** After an opening bracket. */
    private Filter bracket(Filter target) {
        if (cursor.accept("]")) {
            return new Step.Iterate(target);
        }
        Filter none = new Flow.Literal(JsonConstant.NULL);
        if (cursor.accept(":")) {
            Filter to = pipe();
            cursor.expect("]");
            return new Step.Slice(target, none, to);
        }
        Filter from = pipe();
        if (cursor.accept(":")) {
            Filter to = cursor.accept("]") ? null : pipe();
            if (to != null) {
                cursor.expect("]");
            }
            return new Step.Slice(target, from, to == null ? none : to);
        }
        cursor.expect("]");
        return key(target, from);
    }

    private Filter term() {
        cursor.skipSpace();
        char c = cursor.peek();
        if (Cursor.isDigit(c) || (c == '.' && Cursor.isDigit(cursor.peek(1)))) {
            return new Flow.Literal(Texts.number(cursor.number()));
        }
        if (cursor.isAtWord()) {
            return named(cursor.position(), cursor.word());
        }
        if (c == '$') {
            throw cursor.wrong("variables ($...) are not supported");
        }
        if (c == '@') {
            throw cursor.wrong("formats (@...) are not supported");
        }
        if (cursor.accept("..")) {
            return Unfold.DESCENT;
        }
        if (cursor.accept(".")) {
            return afterPoint();
        }
        if (cursor.accept("\"")) {
            return new Strings(cursor, this).rest();
        }
        if (cursor.accept("(")) {
            Filter inner = pipe();
            cursor.expect(")");
            return inner;
        }
        if (cursor.accept("[")) {
            return array();
        }
        if (cursor.accept("{")) {
            return new Construct.ObjectOf(new ObjectEntries(cursor, this).rest());
        }
        throw cursor.wrong(cursor.isAtEnd() ? "something is missing" : "unexpected text");
    }

    /** A point that begins a term: the value itself, or one of its members. */
    private Filter afterPoint() {
        if (cursor.isAtWord() || cursor.isAt("\"")) {
            return member(Flow.IDENTITY);
        }
        return Flow.IDENTITY;
    }

    private Filter array() {
        if (cursor.accept("]")) {
            return new Flow.Literal(JsonArray.EMPTY);
        }
        Filter body = pipe();
        cursor.expect("]");
        return new Construct.Collect(body);
    }

    private Filter named(int position, String word) {
        switch (word) {
            case "if" -> {
                return conditional();
            }
            case "try" -> {
                Filter body = postfix();
                return new Try(body, cursor.acceptWord("catch") ? postfix() : Flow.EMPTY);
            }
            case "def", "reduce", "foreach", "label", "break", "import", "include" ->
                throw new QuerySyntaxException(Unsupported.keyword(word));
            default -> {
                if (KEYWORDS.contains(word)) {
                    throw cursor.wrong("unexpected text", position);
                }
                return Builtins.call(word, arguments());
            }
        }
    }

    private List<Filter> arguments() {
        List<Filter> arguments = new ArrayList<>();
        if (cursor.accept("(")) {
            do {
                arguments.add(pipe());
            } while (cursor.accept(";"));
            cursor.expect(")");
        }
        return arguments;
    }

    /** After {@code if} or {@code elif}. */
    private Filter conditional() {
        enter();
        Filter condition = pipe();
        cursor.expectWord("then");
        Filter yes = pipe();
        Filter no;
        if (cursor.acceptWord("elif")) {
            no = conditional();
        } else {
            no = cursor.acceptWord("else") ? pipe() : Flow.IDENTITY;
            cursor.expectWord("end");
        }
        depth--;
        return new Flow.Conditional(condition, yes, no);
    }
}
