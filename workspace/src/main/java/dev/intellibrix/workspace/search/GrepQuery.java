package dev.intellibrix.workspace.search;

import org.jspecify.annotations.Nullable;

/**
 * What a call of {@code grep} asks for.
 *
 * @param filter which files to search; null for all
 * @param multiline whether a match can go over line ends
 * @param context how many lines before and behind a match to show
 * @param maxResults how many matches, or with another mode than lines files, to show at most
 */
public record GrepQuery(
        GrepPattern pattern,
        @Nullable GlobPattern filter,
        boolean multiline,
        int context,
        GrepMode mode,
        int maxResults) {}
