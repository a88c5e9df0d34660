/** The tool {@code memory}: notes that outlive a run, with who wrote them, when, and how far they can be trusted. */
@NullMarked
package dev.intellibrix.agenttools.memory;

import org.jspecify.annotations.NullMarked;
