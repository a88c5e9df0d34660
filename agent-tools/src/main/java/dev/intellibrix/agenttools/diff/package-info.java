/** The tool {@code diff}: the lines in which two texts differ, in a form that {@code apply_patch} reads back. */
@NullMarked
package dev.intellibrix.agenttools.diff;

import org.jspecify.annotations.NullMarked;
