package dev.intellibrix.agenttools.memory;

import dev.intellibrix.message.Label;
import java.time.Instant;

/**
 * A note as it is kept.
 *
 * @param author the agent that wrote it
 * @param run the run in which it was written
 * @param label the trust of all that had led to it, and where that came from
 */
record Note(String key, String text, String author, String run, Instant savedAt, Label label) {}
