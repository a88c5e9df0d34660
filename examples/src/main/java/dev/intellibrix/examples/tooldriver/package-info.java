/** A command-line program that calls the shipped tools without a model. */
@NullMarked
package dev.intellibrix.examples.tooldriver;

import org.jspecify.annotations.NullMarked;
