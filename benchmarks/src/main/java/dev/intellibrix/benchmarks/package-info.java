/** Measurements, each side by side with a peer. Not published. */
@NullMarked
package dev.intellibrix.benchmarks;

import org.jspecify.annotations.NullMarked;
