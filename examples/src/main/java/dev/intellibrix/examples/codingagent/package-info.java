/** A coding agent in a terminal. */
@NullMarked
package dev.intellibrix.examples.codingagent;

import org.jspecify.annotations.NullMarked;
