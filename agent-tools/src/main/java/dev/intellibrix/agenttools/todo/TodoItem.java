package dev.intellibrix.agenttools.todo;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Range;

/**
 * A task of a list.
 *
 * @param content what is to be done; one that the model wrote is one line without control characters
 * @param status how far it is
 */
public record TodoItem(
        @Description("What is to be done") @Range(min = 1, max = TodoItem.MAX_CONTENT)
        String content,

        @Description("How far it is; at most one task is in progress")
        Status status) {

    /** The longest content, in characters. */
    public static final int MAX_CONTENT = 1_000;

    /** How far a task is. */
    public enum Status {
        /** Not begun. */
        @JsonProperty("pending")
        PENDING,
        /** Being worked on; at most one task at a time. */
        @JsonProperty("in_progress")
        IN_PROGRESS,
        /** Done. */
        @JsonProperty("completed")
        COMPLETED
    }
}
