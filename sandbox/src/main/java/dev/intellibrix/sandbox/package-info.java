/**
 * Runs code that a model wrote where it can do no harm: without a network, without the host's files and within limits of
 * memory, processes and time. A provider isolates the code, and says by {@link SandboxPromise} what it keeps.
 */
@NullMarked
package dev.intellibrix.sandbox;

import org.jspecify.annotations.NullMarked;
