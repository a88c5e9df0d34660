package dev.intellibrix.mcp.client;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads messages of a server. A server is no place to be strict about duplicate keys, of which the last one wins, but depth, the
 * number of tokens and the length of a number are bounded: a small text can stand for a huge tree. Immutable.
 */
final class Wire {

    private static final int MAX_NESTING = 100;
    private static final int MAX_TOKENS = 500_000;

    private final JsonMapper mapper;

    Wire(int maxMessageBytes) {
        mapper = JsonMapper.builder(JsonFactory.builder()
                        .streamReadConstraints(StreamReadConstraints.builder()
                                .maxNestingDepth(MAX_NESTING)
                                .maxStringLength(maxMessageBytes)
                                .maxTokenCount(MAX_TOKENS)
                                .maxDocumentLength(maxMessageBytes)
                                .build())
                        .build())
                .enable(
                        DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
                        DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .build();
    }

    /** The JSON object that this text is, or null when it is anything else. */
    @Nullable ObjectNode read(String text) {
        try {
            JsonNode node = mapper.readTree(text);
            return node instanceof ObjectNode object ? object : null;
        } catch (JacksonException | NumberFormatException e) { // The latter of an exponent that no number can have.
            return null;
        }
    }
}
