package dev.intellibrix.agenttools.search;

import java.util.List;

/**
 * What a {@link SearchProvider} found.
 *
 * @param hits the pages, the best one first
 * @param notes what else the model should know, such as that some source did not answer, each a short sentence
 */
public record SearchResults(List<SearchHit> hits, List<String> notes) {

    public SearchResults {
        hits = List.copyOf(hits);
        notes = List.copyOf(notes);
    }

    /** Results without notes. */
    public static SearchResults of(List<SearchHit> hits) {
        return new SearchResults(hits, List.of());
    }
}
