/** What implementations of the interfaces of this module have to do, as JUnit tests to extend. */
@NullMarked
package dev.intellibrix.agenttools.contract;

import org.jspecify.annotations.NullMarked;
