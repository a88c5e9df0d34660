package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonArray;
import dev.intellibrix.agenttools.json.value.JsonConstant;
import dev.intellibrix.agenttools.json.value.JsonNumber;
import dev.intellibrix.agenttools.json.value.JsonObject;
import dev.intellibrix.agenttools.json.value.JsonText;
import dev.intellibrix.agenttools.json.value.JsonValue;
import java.io.InputStream;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads the values of a text one after the other: they may stand on lines of their own, or next to each other. Of an array at
 * the top the elements can be read instead. For one thread.
 */
final class ValueReader implements AutoCloseable {

    private static final int MAX_STRING = 100_000_000;
    private static final int MAX_NUMBER = 10_000;

    /** Whole numbers of fewer characters than this are exact as a double. */
    private static final int SHORT = 15;

    /** What a value takes in memory beside its characters, by estimate. */
    private static final int SLOT = 40;

    /** Where the part of a parser's message begins that is written for programmers. */
    private static final Pattern ADVICE = Pattern.compile(" \\((?!code)|: |;|\\R");

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxStringLength(MAX_STRING)
                    .maxNameLength(MAX_STRING)
                    .maxNumberLength(MAX_NUMBER)
                    .build())
            .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
            .build();

    private final JsonParser parser;
    private final Run run;
    private int line = 1;
    private boolean inArray;

    private ValueReader(JsonParser parser, Run run) {
        this.parser = parser;
        this.run = run;
    }

    /** Reads bytes of UTF-8, UTF-16 or UTF-32; a byte order mark is passed over. The stream stays open. */
    static ValueReader of(InputStream in, Run run) {
        return new ValueReader(FACTORY.createParser(ObjectReadContext.empty(), in), run);
    }

    static ValueReader of(String text, Run run) {
        return new ValueReader(FACTORY.createParser(ObjectReadContext.empty(), text), run);
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

    /** Whether the next value is an array; then {@link #nextElement} reads its elements. Otherwise {@link #pending} reads it. */
    boolean startsArray() {
        try {
            inArray = nextToken() == JsonToken.START_ARRAY;
            return inArray;
        } catch (JacksonException e) {
            throw malformed(e);
        }
    }

    /** The value that {@link #startsArray} has looked at; null when there was none. */
    @Nullable JsonValue pending() {
        try {
            JsonToken token = parser.currentToken();
            return token == null ? null : value(token, 0);
        } catch (JacksonException e) {
            throw malformed(e);
        }
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
            return value(required(token), 1);
        } catch (JacksonException e) {
            throw malformed(e);
        }
    }

    /** Passes over what is left of the array that was begun. */
    void skipElements() {
        try {
            while (inArray) {
                inArray = nextToken() != JsonToken.END_ARRAY;
                parser.skipChildren();
            }
        } catch (JacksonException e) {
            throw malformed(e);
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
        run.allocate(SLOT);
        return switch (token) {
            case START_OBJECT -> object(depth + 1);
            case START_ARRAY -> array(depth + 1);
            case VALUE_STRING -> text(parser.getString());
            case VALUE_NUMBER_INT -> whole();
            case VALUE_NUMBER_FLOAT -> JsonNumber.ofDigits(parser.getString());
            case VALUE_TRUE -> JsonConstant.TRUE;
            case VALUE_FALSE -> JsonConstant.FALSE;
            case VALUE_NULL -> JsonConstant.NULL;
            default -> throw new MalformedJsonException("unexpected " + token.asString(), line, false);
        };
    }

    private JsonText text(String text) {
        run.allocate(text.length());
        return new JsonText(text);
    }

    private JsonNumber whole() {
        if (parser.getStringLength() < SHORT) {
            long value = parser.getLongValue();
            return value == 0 && parser.getStringLength() > 1 ? JsonNumber.ofDigits("-0") : JsonNumber.of(value);
        }
        return JsonNumber.ofDigits(parser.getString());
    }

    private JsonObject object(int depth) {
        check(depth);
        JsonObject.Builder object = new JsonObject.Builder();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            run.tick();
            String name = parser.currentName();
            object.put(name, value(required(parser.nextToken()), depth));
        }
        return object.build();
    }

    private JsonArray array(int depth) {
        check(depth);
        JsonArray.Builder array = new JsonArray.Builder();
        for (JsonToken token = required(parser.nextToken());
                token != JsonToken.END_ARRAY;
                token = required(parser.nextToken())) {
            run.tick();
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

    private MalformedJsonException malformed(JacksonException e) {
        if (e instanceof UnexpectedEndOfInputException) {
            return new MalformedJsonException("it ends within a value", line, true);
        }
        TokenStreamLocation place = e.getLocation();
        int where = place == null || place.getLineNr() < 1 ? line : place.getLineNr();
        String complaint = e instanceof StreamConstraintsException
                ? "a number of more than " + MAX_NUMBER + " digits or a string of more than " + MAX_STRING
                        + " characters"
                : ADVICE.split(String.valueOf(e.getOriginalMessage()), 2)[0].strip();
        return new MalformedJsonException(complaint, where, false);
    }
}
