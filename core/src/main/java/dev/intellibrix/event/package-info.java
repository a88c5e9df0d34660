/** What happens in a run, to be watched and never changed. */
@NullMarked
package dev.intellibrix.event;

import org.jspecify.annotations.NullMarked;
