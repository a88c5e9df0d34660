/** Models behind the Gemini API. */
@NullMarked
package dev.intellibrix.provider.gemini;

import org.jspecify.annotations.NullMarked;
