/** Hashes of texts and bytes. */
@NullMarked
package dev.intellibrix.internal.hash;

import org.jspecify.annotations.NullMarked;
