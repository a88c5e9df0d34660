/**
 * Tools that most agents need beside those for files: patches, diffs, the project's checks, a plan, arithmetic, dates, JSON
 * queries, notes, the web and its search, questions to the user, and tasks for another agent.
 */
@NullMarked
package dev.intellibrix.agenttools;

import org.jspecify.annotations.NullMarked;
