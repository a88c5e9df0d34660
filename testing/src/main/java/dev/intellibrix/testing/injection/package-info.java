/**
 * Attacks on agents, as data: an instruction hidden in what an agent reads, a model that follows it, and the harm that must not
 * happen without somebody being asked. They are run over an application's own tools and policy.
 */
@NullMarked
package dev.intellibrix.testing.injection;

import org.jspecify.annotations.NullMarked;
