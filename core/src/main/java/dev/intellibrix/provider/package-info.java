/** A language model behind one small interface, and what can be wrapped around any of them. */
@NullMarked
package dev.intellibrix.provider;

import org.jspecify.annotations.NullMarked;
