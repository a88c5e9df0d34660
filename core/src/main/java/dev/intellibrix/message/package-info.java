/**
 * What was said in a run: messages made of parts, each with the trust and the origins of its content. All types are
 * immutable.
 */
@NullMarked
package dev.intellibrix.message;

import org.jspecify.annotations.NullMarked;
