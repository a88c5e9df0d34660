/** What {@code run_checks} runs, and how it reads what a check prints. */
@NullMarked
package dev.intellibrix.agenttools.checks;

import org.jspecify.annotations.NullMarked;
