/** What opens a tool for execution. The package is not exported: only core can name its types. */
@NullMarked
package dev.intellibrix.internal.access;

import org.jspecify.annotations.NullMarked;
