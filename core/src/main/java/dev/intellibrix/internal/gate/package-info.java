/**
 * The gate: the one place where it is decided whether a tool call runs, and the one way to run it. See {@link
 * dev.intellibrix.internal.gate.Gate} for the order of the checks.
 */
@NullMarked
package dev.intellibrix.internal.gate;

import org.jspecify.annotations.NullMarked;
