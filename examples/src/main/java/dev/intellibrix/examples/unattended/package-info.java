/** An agent that works while nobody is there to ask. */
@NullMarked
package dev.intellibrix.examples.unattended;

import org.jspecify.annotations.NullMarked;
