/** Something that the model may call: its name, its input, what it does, and how dangerous it is. */
@NullMarked
package dev.intellibrix.tool;

import org.jspecify.annotations.NullMarked;
