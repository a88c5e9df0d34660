/** What several examples need: a model, or a recording of one. */
@NullMarked
package dev.intellibrix.examples.support;

import org.jspecify.annotations.NullMarked;
