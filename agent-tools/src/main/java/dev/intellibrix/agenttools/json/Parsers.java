package dev.intellibrix.agenttools.json;

import java.io.InputStream;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * Makes the parsers of one run. They share a table of the keys that they have read, which is why there is not one of these for
 * all runs: it would keep what stood in a file as long as the process lives.
 */
final class Parsers {

    static final int MAX_NUMBER = 10_000;
    static final int MAX_NAME = 10_000;

    private static final int MAX_STRING = 100_000_000;

    /** What a character of a string takes at worst while the string is read, in bytes. */
    private static final int CHARACTER = 6;

    private final JsonFactory factory;
    private final int maxString;

    /**
     * Parsers.
     *
     * @param memory how much a value may take, in bytes
     */
    Parsers(long memory) {
        this.maxString = (int) Math.min(MAX_STRING, Math.max(MAX_NAME, memory / CHARACTER));
        this.factory = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(Integer.MAX_VALUE)
                        .maxStringLength(maxString)
                        .maxNameLength(MAX_NAME)
                        .maxNumberLength(MAX_NUMBER)
                        .build())
                .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
                .build();
    }

    /** How long a string may be, in characters. */
    int maxString() {
        return maxString;
    }

    JsonParser of(InputStream in) {
        return factory.createParser(ObjectReadContext.empty(), in);
    }

    JsonParser of(String text) {
        return factory.createParser(ObjectReadContext.empty(), text);
    }
}
