package dev.intellibrix.workspace.search;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What {@code grep} shows of a file with matches. */
public enum GrepMode {
    /** The lines that match, with lines around them when asked for. */
    @JsonProperty("lines")
    LINES,

    /** The path. */
    @JsonProperty("files")
    FILES,

    /** The path and the number of matches. */
    @JsonProperty("count")
    COUNT
}
