/** A bot that reviews pull requests. */
@NullMarked
package dev.intellibrix.examples.reviewbot;

import org.jspecify.annotations.NullMarked;
