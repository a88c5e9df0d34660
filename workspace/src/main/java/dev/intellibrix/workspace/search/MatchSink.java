package dev.intellibrix.workspace.search;

import java.util.List;

/** Takes what a search finds in one file, in the order of the lines. */
interface MatchSink {

    /**
     * A match.
     *
     * @param number the number of its first line, from 1
     * @param lines the lines that it is on, without their ends
     * @return false to end the search of this file
     */
    boolean match(long number, List<String> lines);

    /** A line near a match, which has none itself or is not counted any more. */
    void context(long number, String text);
}
