/**
 * What an application needs to test its agents and its policy without a network: a scripted model, recorded
 * conversations, assertions on runs, and the contracts that every provider of tools, stores or sandboxes must fulfil.
 */
@NullMarked
package dev.intellibrix.testing;

import org.jspecify.annotations.NullMarked;
