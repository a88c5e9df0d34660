/** An agent that computes in a sandbox. */
@NullMarked
package dev.intellibrix.examples.analyst;

import org.jspecify.annotations.NullMarked;
