package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonNumber;
import dev.intellibrix.agenttools.json.value.JsonText;
import java.util.ArrayList;
import java.util.List;

/** Reads the entries of an object that a query makes. */
final class ObjectEntries {

    /** As many as are worth a place on the stack each. */
    private static final int MAX_ENTRIES = 250;

    private final Cursor cursor;
    private final Parser parser;

    ObjectEntries(Cursor cursor, Parser parser) {
        this.cursor = cursor;
        this.parser = parser;
    }

    /** After the opening brace, the closing one included. */
    List<Construct.Entry> rest() {
        List<Construct.Entry> entries = new ArrayList<>();
        while (!cursor.accept("}")) {
            if (entries.size() == MAX_ENTRIES) {
                throw new QuerySyntaxException("an object in the query has more than " + MAX_ENTRIES + " entries");
            }
            entries.add(entry());
            if (!cursor.accept(",")) {
                cursor.expect("}");
                break;
            }
        }
        return entries;
    }

    private Construct.Entry entry() {
        cursor.skipSpace();
        if (cursor.accept("(")) {
            Filter key = parser.pipe();
            cursor.expect(")");
            check(key);
            cursor.expect(":");
            return new Construct.Entry(key, parser.objectValue());
        }
        if (cursor.peek() == '$') {
            throw cursor.wrong("variables ($...) are not supported");
        }
        if (cursor.peek() == '@') {
            throw cursor.wrong("formats (@...) are not supported");
        }
        Filter key = name();
        if (cursor.accept(":")) {
            return new Construct.Entry(key, parser.objectValue());
        }
        // The key alone stands for what the value has under it.
        return new Construct.Entry(
                key,
                key instanceof Flow.Literal literal && literal.value() instanceof JsonText name
                        ? new Step.Field(Flow.IDENTITY, name)
                        : new Step.Index(Flow.IDENTITY, key));
    }

    /** A key that can not be one is no program; a number with a sign is, since it is calculated. */
    private static void check(Filter key) {
        boolean signed = key instanceof Flow.Literal literal
                && literal.value() instanceof JsonNumber number
                && number.isSigned();
        if (key instanceof Flow.Literal literal && !(literal.value() instanceof JsonText) && !signed) {
            throw new QuerySyntaxException("Cannot use " + QueryError.named(literal.value()) + " as object key");
        }
    }

    private Filter name() {
        if (cursor.isAtWord()) {
            return new Flow.Literal(new JsonText(cursor.word()));
        }
        if (cursor.accept("\"")) {
            return new Strings(cursor, parser).rest();
        }
        throw cursor.wrong("expected a key: a name, a string, or an expression in parentheses");
    }
}
