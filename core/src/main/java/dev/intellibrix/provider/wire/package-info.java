/** What the wire formats have in common: the call, its end, its errors, and encoded forms that are kept. Not exported. */
@NullMarked
package dev.intellibrix.provider.wire;

import org.jspecify.annotations.NullMarked;
