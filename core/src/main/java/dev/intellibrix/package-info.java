/**
 * Builds an agent, runs it and reads the result. An agent is a language model with tools; it acts only where the host
 * application's approvals, permissions and rules let it.
 */
@NullMarked
package dev.intellibrix;

import org.jspecify.annotations.NullMarked;
