/**
 * Runs code that a model wrote where it can do no harm: without a network, without the host's files and within limits of
 * memory, processes and time. What isolates is a provider; one that does not isolate says so in its name.
 */
@NullMarked
package dev.intellibrix.sandbox;

import org.jspecify.annotations.NullMarked;
