/** The text of files: how it is stored, a window of its lines, and an edit that leaves all other bytes alone. */
@NullMarked
package dev.intellibrix.workspace.text;

import org.jspecify.annotations.NullMarked;
