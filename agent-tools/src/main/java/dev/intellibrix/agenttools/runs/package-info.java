/** What tools keep of runs beside them. */
@NullMarked
package dev.intellibrix.agenttools.runs;

import org.jspecify.annotations.NullMarked;
