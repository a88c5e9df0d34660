/** Questions of the model to the person that it works for. */
@NullMarked
package dev.intellibrix.agenttools.ask;

import org.jspecify.annotations.NullMarked;
