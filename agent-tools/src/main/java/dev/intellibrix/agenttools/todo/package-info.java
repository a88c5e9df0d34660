/** The task list of a run. */
@NullMarked
package dev.intellibrix.agenttools.todo;

import org.jspecify.annotations.NullMarked;
