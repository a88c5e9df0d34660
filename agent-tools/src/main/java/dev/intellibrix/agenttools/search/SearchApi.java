package dev.intellibrix.agenttools.search;

import dev.intellibrix.internal.net.NetAnswer;
import dev.intellibrix.internal.net.NetRequest;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/** How one service is asked over HTTP, and what its answers mean. Immutable. */
interface SearchApi {

    /** See {@link SearchProvider#id}. */
    String id();

    /** What messages call it. */
    String name();

    /** The least time between two requests that every user of it may make. */
    Duration interval();

    /** How many pages a search may take to have as many hits as are wanted. */
    int maxPages();

    /** The request for a page, counted from 1, without the key. */
    NetRequest.Builder request(SearchQuery query, int page);

    /** Puts the key where the service looks for it. */
    void authorize(NetRequest.Builder request, String key);

    /**
     * Reads an answer.
     *
     * @throws SearchException when it is none
     */
    SearchResults read(JsonNode json);

    /**
     * What an answer that is no success means.
     *
     * @param json its content; a missing node when that is no JSON
     */
    SearchException problem(NetAnswer answer, JsonNode json);
}
