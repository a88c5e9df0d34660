/** Tasks for other agents. */
@NullMarked
package dev.intellibrix.agenttools.delegate;

import org.jspecify.annotations.NullMarked;
