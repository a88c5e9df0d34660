/** JSON values as queries see them: with the digits of numbers, the order of keys, and bounded depth. */
@NullMarked
package dev.intellibrix.agenttools.json.value;

import org.jspecify.annotations.NullMarked;
