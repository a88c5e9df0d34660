/** Tool calls for models that have none of their own: they are told of the tools in words, and their text is read for calls. */
@NullMarked
package dev.intellibrix.provider.textcalls;

import org.jspecify.annotations.NullMarked;
