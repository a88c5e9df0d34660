/**
 * Tools that most agents need beside files: patches, the project's checks, a plan, arithmetic, dates, JSON queries, notes,
 * pages of the web and work handed to another agent.
 */
@NullMarked
package dev.intellibrix.agenttools;

import org.jspecify.annotations.NullMarked;
