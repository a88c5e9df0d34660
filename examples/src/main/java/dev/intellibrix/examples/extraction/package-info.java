/** An answer of a type, from a text of somebody else. */
@NullMarked
package dev.intellibrix.examples.extraction;

import org.jspecify.annotations.NullMarked;
