/**
 * Starts programs without a shell, reads what they write within bounds, and ends them with all that they started. Internal;
 * shared with our own modules only.
 */
@NullMarked
package dev.intellibrix.internal.process;

import org.jspecify.annotations.NullMarked;
