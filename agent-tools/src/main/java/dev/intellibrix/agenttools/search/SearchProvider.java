package dev.intellibrix.agenttools.search;

import dev.intellibrix.tool.Cancellation;

/**
 * A service that finds pages of the web; {@link Searches} has some. Thread-safe: many runs search at once.
 *
 * <p>What a provider gives is taken for what strangers wrote: {@link WebSearchTool} makes one line of plain text of titles and
 * snippets, leaves out URLs that are none of a public page, bounds all of it, and marks it as untrusted.
 *
 * <p>A key that a provider has is shown nowhere: not in its results, not in what it throws, and not in its {@code toString}.
 * {@code SearchProviderContract} in {@code dev.intellibrix.agenttools.contract} tests a provider.
 */
public interface SearchProvider {

    /** A short name that a person and a model are shown, such as {@code brave}: one line, always the same, and never a key. */
    String id();

    /**
     * Finds pages.
     *
     * @param query what to look for: one line, not blank, at most {@value WebSearchTool#MAX_QUERY} characters and
     *     {@value WebSearchTool#MAX_WORDS} words
     * @param cancellation ends the search when it fires
     * @return the hits, the best one first and each once; none when nothing was found
     * @throws SearchException when the service cannot be used; its message is for the model
     * @throws Exception any other failure, of which the model is told nothing but the type; also when the search was cancelled,
     *     so that it does not look like one that found nothing
     */
    SearchResults search(SearchQuery query, Cancellation cancellation) throws Exception;
}
