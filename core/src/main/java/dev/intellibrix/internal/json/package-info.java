/** The one JSON configuration of the SDK: strict to read, canonical to hash. Internal; shared with our own modules only. */
@NullMarked
package dev.intellibrix.internal.json;

import org.jspecify.annotations.NullMarked;
