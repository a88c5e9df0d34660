/** JSON Schema 2020-12 validation over a library, with limits. */
@NullMarked
package dev.intellibrix.internal.schema;

import org.jspecify.annotations.NullMarked;
