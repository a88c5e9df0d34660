/** The tool {@code apply_patch}: reads a patch, plans it on a tree in memory, and writes all of it or nothing. */
@NullMarked
package dev.intellibrix.agenttools.patch;

import org.jspecify.annotations.NullMarked;
