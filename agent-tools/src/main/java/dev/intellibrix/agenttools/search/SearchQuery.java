package dev.intellibrix.agenttools.search;

import java.util.Objects;

/**
 * What a {@link SearchProvider} is asked for.
 *
 * @param text the words to look for, on one line
 * @param limit how many hits are wanted, at least one; a provider may give more, which are cut
 */
public record SearchQuery(String text, int limit) {

    /**
     * A query.
     *
     * @throws IllegalArgumentException when the text is blank, or the limit not positive
     */
    public SearchQuery {
        Objects.requireNonNull(text, "text");
        if (text.isBlank()) {
            throw new IllegalArgumentException("text must not be blank");
        }
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be positive, but is " + limit);
        }
    }
}
