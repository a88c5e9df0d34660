/** Threads for work that may block. */
@NullMarked
package dev.intellibrix.internal.concurrent;

import org.jspecify.annotations.NullMarked;
