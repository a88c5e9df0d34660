/** A run as a page for people to read, made of its events and messages. */
@NullMarked
package dev.intellibrix.report;

import org.jspecify.annotations.NullMarked;
