package dev.intellibrix.internal.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads and writes JSON. Reading refuses duplicate keys, trailing tokens, NaN, coerced scalars and lone surrogates, and
 * keeps the digits of numbers. Thread-safe.
 */
public final class Json {

    private static final int MAX_NESTING = 200;
    private static final int MAX_STRING = 20_000_000;
    private static final long MAX_DOCUMENT = 100_000_000;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_NESTING)
                            .maxStringLength(MAX_STRING)
                            .maxDocumentLength(MAX_DOCUMENT)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .enable(
                    DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY,
                    DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                    DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
                    DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .changeDefaultPropertyInclusion(value ->
                    JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.NON_ABSENT))
            .build();

    private static final JsonMapper WHOLE = MAPPER.rebuild()
            .changeDefaultPropertyInclusion(
                    value -> JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS))
            .build();

    private static final JsonMapper CANONICAL = MAPPER.rebuild()
            .enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .disable(MapperFeature.SORT_CREATOR_PROPERTIES_FIRST)
            .build();

    /** Where the part of a parser's message begins that names classes and settings. */
    private static final Pattern ADVICE = Pattern.compile(" \\(|: |;|\\R");

    /** For what a server sends: of duplicate keys the last one wins, and NaN is a number. The bounds are the same. */
    private static final JsonMapper LENIENT = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(MAPPER.tokenStreamFactory().streamReadConstraints())
                    .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private Json() {}

    /** The mapper for reading and writing our own records. */
    public static JsonMapper mapper() {
        return MAPPER;
    }

    /** An empty object. */
    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /**
     * Reads one JSON value.
     *
     * @throws JsonFault when the text is not exactly one JSON value
     */
    public static JsonNode parse(String text) throws JsonFault {
        return parse(MAPPER, text);
    }

    /**
     * Reads one JSON value that a server sent, which is no place to be strict: of duplicate keys the last one wins, and NaN
     * and infinities are numbers. Never for anything that a tool is to be run with.
     *
     * @throws JsonFault when the text is not exactly one JSON value
     */
    public static JsonNode parseLeniently(String text) throws JsonFault {
        return parse(LENIENT, text);
    }

    private static JsonNode parse(JsonMapper mapper, String text) throws JsonFault {
        JsonNode node;
        try {
            node = mapper.readTree(text);
        } catch (JacksonException e) {
            throw new JsonFault(describe(e));
        } catch (NumberFormatException e) { // The parser lets it through for an exponent that no number can have.
            throw new JsonFault("a number out of all bounds");
        }
        if (node == null || node.isMissingNode()) {
            throw new JsonFault("empty text where a JSON value was expected");
        }
        return node;
    }

    /**
     * The text that stands for this value whatever the order and spacing it was read in: keys sorted, no white space,
     * numbers with the digits they were read with.
     *
     * @throws JsonFault when a string holds half of a surrogate pair, which no encoding can carry
     */
    public static String canonical(JsonNode node) throws JsonFault {
        String text = CANONICAL.writeValueAsString(node);
        int lone = indexOfLoneSurrogate(text, 0);
        if (lone >= 0) {
            throw new JsonFault("half of a surrogate pair in a string");
        }
        return text;
    }

    /**
     * The same text as {@link #canonical}, but with half of a surrogate pair as an escape, so that every value can be written
     * and kept anywhere, and be read again.
     */
    public static String sorted(JsonNode node) {
        return escaped(CANONICAL.writeValueAsString(node));
    }

    /** Writes a value as compact JSON. */
    public static String write(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    /** Writes a value as compact JSON that can be kept anywhere and be read again: half of a surrogate pair is an escape. */
    public static String writeEscaped(Object value) {
        return escaped(MAPPER.writeValueAsString(value));
    }

    /** Writes a value as compact JSON and keeps the nulls in maps, which say something else than a missing entry. */
    public static String writeWhole(@Nullable Object value) {
        return WHOLE.writeValueAsString(value);
    }

    private static String escaped(String json) {
        StringBuilder kept = new StringBuilder();
        int done = 0;
        for (int lone = indexOfLoneSurrogate(json, 0); lone >= 0; lone = indexOfLoneSurrogate(json, done)) {
            kept.append(json, done, lone).append(String.format(Locale.ROOT, "\\u%04x", (int) json.charAt(lone)));
            done = lone + 1;
        }
        return done == 0 ? json : kept.append(json, done, json.length()).toString();
    }

    private static int indexOfLoneSurrogate(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1))) {
                    i++;
                } else {
                    return i;
                }
            }
        }
        return -1;
    }

    /** The parser's complaint with its place, without a piece of the source and without advice for programmers. */
    private static String describe(JacksonException e) {
        TokenStreamLocation place = e.getLocation();
        String complaint = ADVICE.split(e.getOriginalMessage(), 2)[0].strip();
        return place == null || place.getLineNr() < 0
                ? complaint
                : complaint + " (line " + place.getLineNr() + ", column " + place.getColumnNr() + ")";
    }
}
