package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonArray;
import dev.intellibrix.agenttools.json.value.JsonConstant;
import dev.intellibrix.agenttools.json.value.JsonNumber;
import dev.intellibrix.agenttools.json.value.JsonObject;
import dev.intellibrix.agenttools.json.value.JsonText;
import dev.intellibrix.agenttools.json.value.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.JacksonIOException;

/**
 * Reads the values of a text one after the other: they may stand on lines of their own, or next to each other. Of an array at
 * the top the elements can be read instead. For one thread.
 */
final class ValueReader implements AutoCloseable {

    /** Whole numbers of fewer characters than this are exact as a double. */
    private static final int SHORT = 15;

    /** One that is read keeps its digits, which shows when its sign is changed. */
    private static final JsonNumber ZERO = JsonNumber.ofDigits("0");

    private static final JsonNumber SIGNED_ZERO = JsonNumber.ofDigits("-0");

    /** A power of two. */
    private static final int NAMES = 1 << 10;

    /** Keys of this length and more are counted for the whole run, since the parser keeps them. */
    private static final int LONG_NAME = 250;

    /** Shorter strings are cheap enough without a look at their characters: {@link Cost#TEXT} is more than they take. */
    private static final int WIDE = 64;

    private final JsonParser parser;
    private final Run run;
    /** Keys that came lately, each at its hash code: those that the parser has given out before take no more memory. */
    private final @Nullable String[] names = new @Nullable String[NAMES];

    private int line = 1;
    private boolean inArray;
    private int arrayDepth;

    private ValueReader(JsonParser parser, Run run) {
        this.parser = parser;
        this.run = run;
    }

    /**
     * Reads bytes of UTF-8, UTF-16 or UTF-32; a byte order mark is passed over. The stream stays open.
     *
     * @throws UncheckedIOException when the stream can not be read; as all methods of the reader
     */
    static ValueReader of(InputStream in, Run run) {
        try {
            return new ValueReader(run.parsers().of(FileBytes.of(in, run)), run);
        } catch (JacksonIOException e) {
            throw new UncheckedIOException(e.getCause());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ValueReader of(String text, Run run) {
        return new ValueReader(run.parsers().of(text), run);
    }

    /** The line on which the last value began, counted from 1. */
    int line() {
        return line;
    }

    /**
     * The next value; null after the last.
     *
     * @throws MalformedJsonException when what comes is none
     */
    @Nullable JsonValue next() {
        try {
            JsonToken token = nextToken();
            return token == null ? null : value(token, 0);
        } catch (JacksonException e) {
            throw malformed(e);
        }
    }

    /** Goes to the beginning of the next value; false when there is none. */
    boolean begin() {
        try {
            return nextToken() != null;
        } catch (JacksonException e) {
            throw malformed(e);
        }
    }

    /** Whether the value that it stands at is an array; then it can {@link #enterArray}. */
    boolean isAtArray() {
        return parser.currentToken() == JsonToken.START_ARRAY;
    }

    /** Whether the value that it stands at is an object; then {@link #nextKey} goes to its first key. */
    boolean isAtObject() {
        return parser.currentToken() == JsonToken.START_OBJECT;
    }

    /**
     * The value that it stands at.
     *
     * @param depth how many levels are around it
     */
    JsonValue value(int depth) {
        return value(required(parser.currentToken()), depth);
    }

    /** Goes to the value of the next key of the object; null at its end. */
    @Nullable String nextKey() {
        run.tick();
        if (required(parser.nextToken()) == JsonToken.END_OBJECT) {
            return null;
        }
        String key = parser.currentName();
        retain(key);
        required(parser.nextToken());
        return key;
    }

    /** Passes over the value that it stands at. */
    void skip() {
        if (required(parser.currentToken()).isStructStart()) {
            skipRest();
        }
    }

    /** Goes into the array that it stands at, whose elements come from {@link #nextElement}. */
    void enterArray() {
        inArray = true;
        arrayDepth = parser.streamReadContext().getNestingDepth();
    }

    /** The next element of the array that was begun; null after the last. */
    @Nullable JsonValue nextElement() {
        if (!inArray) {
            return null;
        }
        try {
            JsonToken token = nextToken();
            if (token == JsonToken.END_ARRAY) {
                inArray = false;
                return null;
            }
            return value(required(token), arrayDepth);
        } catch (JacksonException e) {
            throw malformed(e);
        }
    }

    /** Passes over what is left of the array that was begun. */
    void skipElements() {
        try {
            while (inArray) {
                inArray = required(nextToken()) != JsonToken.END_ARRAY;
                skip();
            }
        } catch (JacksonException e) {
            throw malformed(e);
        }
    }

    /** Passes over what is left of an array or an object, which is bounded like one that is read. */
    private void skipRest() {
        int depth = parser.streamReadContext().getNestingDepth();
        int outside = depth - 1;
        check(depth);
        while (depth > outside) {
            run.tick();
            JsonToken token = required(parser.nextToken());
            if (token.isStructStart()) {
                check(++depth);
            } else if (token.isStructEnd()) {
                depth--;
            } else if (token == JsonToken.PROPERTY_NAME) {
                retain(parser.currentName());
            }
        }
    }

    @Override
    public void close() {
        parser.close();
    }

    private @Nullable JsonToken nextToken() {
        run.tick();
        JsonToken token = parser.nextToken();
        line = parser.currentTokenLocation().getLineNr();
        return token;
    }

    private JsonToken required(@Nullable JsonToken token) {
        if (token == null) {
            throw new MalformedJsonException("it ends within a value", line, true);
        }
        return token;
    }

    private JsonValue value(JsonToken token, int depth) {
        run.allocate(Cost.VALUE);
        return switch (token) {
            case START_OBJECT, START_ARRAY -> container(token, depth + 1);
            case VALUE_STRING -> text(parser.getString());
            case VALUE_NUMBER_INT -> whole();
            case VALUE_NUMBER_FLOAT -> JsonNumber.ofDigits(parser.getString());
            case VALUE_TRUE -> JsonConstant.TRUE;
            case VALUE_FALSE -> JsonConstant.FALSE;
            case VALUE_NULL -> JsonConstant.NULL;
            default -> throw new MalformedJsonException("unexpected " + token.asString(), line, false);
        };
    }

    private JsonValue container(JsonToken token, int depth) {
        check(depth);
        run.enter();
        try {
            return token == JsonToken.START_OBJECT ? object(depth) : array(depth);
        } finally {
            run.leave();
        }
    }

    private JsonText text(String text) {
        String whole = WellFormed.text(text);
        run.allocate(Cost.TEXT + (whole.length() < WIDE || WellFormed.isNarrow(whole) ? 1L : 2L) * whole.length());
        return new JsonText(whole);
    }

    private JsonNumber whole() {
        if (parser.getStringLength() < SHORT) {
            long value = parser.getLongValue();
            return value != 0 ? JsonNumber.of(value) : parser.getStringLength() > 1 ? SIGNED_ZERO : ZERO;
        }
        return JsonNumber.ofDigits(parser.getString());
    }

    private JsonObject object(int depth) {
        run.allocate(Cost.OBJECT);
        JsonObject.Builder object = new JsonObject.Builder();
        for (int size = 1; parser.nextToken() == JsonToken.PROPERTY_NAME; size++) {
            run.tick();
            run.allocate(size > Cost.FEW ? Cost.TABLED : Cost.ENTRY);
            String key = key(parser.currentName());
            object.put(key, value(required(parser.nextToken()), depth));
        }
        return object.build();
    }

    /**
     * A key, which is counted when it is new. The parser gives out the same string for the same key, so that there is no need to
     * compare more than which it is.
     */
    @SuppressWarnings("ReferenceEquality")
    private String key(String name) {
        int place = name.hashCode() & (NAMES - 1);
        if (names[place] == name) {
            return name;
        }
        run.allocate(Cost.TEXT + name.length());
        retain(name);
        String whole = WellFormed.text(name);
        if (whole == name) {
            names[place] = name;
        }
        return whole;
    }

    private void retain(String name) {
        if (name.length() >= LONG_NAME) {
            run.retain(2L * name.length());
        }
    }

    private JsonArray array(int depth) {
        run.allocate(Cost.ARRAY);
        JsonArray.Builder array = new JsonArray.Builder();
        for (JsonToken token = required(parser.nextToken());
                token != JsonToken.END_ARRAY;
                token = required(parser.nextToken())) {
            run.tick();
            run.allocate(Cost.ELEMENT);
            array.add(value(token, depth));
        }
        return array.build();
    }

    private void check(int depth) {
        if (depth > run.maxDepth()) {
            throw new BudgetException("line " + parser.currentTokenLocation().getLineNr() + ": "
                    + run.tooDeep().getMessage());
        }
    }

    /** What is said of an error of the parser. */
    MalformedJsonException malformed(JacksonException e) {
        return MalformedJsonException.of(e, line, run.parsers());
    }
}
