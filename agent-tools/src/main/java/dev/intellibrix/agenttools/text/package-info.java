/** What reading and writing diffs share: lines of bytes, how text is stored, and git's way to write names. */
@NullMarked
package dev.intellibrix.agenttools.text;

import org.jspecify.annotations.NullMarked;
