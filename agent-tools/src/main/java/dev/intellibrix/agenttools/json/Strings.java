package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonText;
import java.util.ArrayList;
import java.util.List;

/** Reads a string of a query, with the filters in it. */
final class Strings {

    private final Cursor cursor;
    private final Parser parser;

    Strings(Cursor cursor, Parser parser) {
        this.cursor = cursor;
        this.parser = parser;
    }

    /** After the opening quotation mark: a literal, or an interpolation when there are filters in it. */
    Filter rest() {
        List<Filter> parts = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        while (true) {
            if (cursor.isAtEnd()) {
                throw cursor.wrong("a string has no closing quotation mark");
            }
            char c = cursor.next();
            if (c == '"') {
                break;
            }
            if (c != '\\') {
                text.append(c);
            } else if (cursor.peek() == '(') {
                cursor.expect("(");
                parts.add(literal(text));
                text.setLength(0);
                parts.add(parser.pipe());
                cursor.expect(")");
            } else {
                escape(text);
            }
        }
        if (parts.isEmpty()) {
            return literal(text);
        }
        parts.add(literal(text));
        return new Construct.Interpolation(parts);
    }

    private static Filter literal(StringBuilder text) {
        return new Flow.Literal(new JsonText(WellFormed.text(text.toString())));
    }

    private void escape(StringBuilder text) {
        char c = cursor.isAtEnd() ? 0 : cursor.next();
        switch (c) {
            case '"', '\\', '/' -> text.append(c);
            case 'n' -> text.append('\n');
            case 't' -> text.append('\t');
            case 'r' -> text.append('\r');
            case 'b' -> text.append('\b');
            case 'f' -> text.append('\f');
            case 'u' -> text.append(unicode());
            default -> throw cursor.wrong("unknown escape in a string; a backslash is written \\\\");
        }
    }

    private char unicode() {
        int code = 0;
        for (int i = 0; i < 4; i++) {
            int digit = cursor.isAtEnd() ? -1 : Character.digit(cursor.next(), 16);
            if (digit < 0) {
                throw cursor.wrong("\\u needs four hexadecimal digits");
            }
            code = code * 16 + digit;
        }
        return (char) code;
    }
}
