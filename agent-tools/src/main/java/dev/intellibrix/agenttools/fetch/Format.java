package dev.intellibrix.agenttools.fetch;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The form that a page is shown in. */
enum Format {
    @JsonProperty("markdown")
    MARKDOWN,
    @JsonProperty("text")
    TEXT,
    @JsonProperty("raw")
    RAW
}
