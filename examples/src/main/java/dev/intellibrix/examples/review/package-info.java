/** An agent that may read, and nothing else. */
@NullMarked
package dev.intellibrix.examples.review;

import org.jspecify.annotations.NullMarked;
