/** Named components around an agent, and the terminal that a person talks to one in. */
@NullMarked
package dev.intellibrix.brick;

import org.jspecify.annotations.NullMarked;
