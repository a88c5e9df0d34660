/** {@code run_checks}: what a workspace offers to be checked, and running it. */
@NullMarked
package dev.intellibrix.agenttools.checks.run;

import org.jspecify.annotations.NullMarked;
