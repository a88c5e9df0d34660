/**
 * The search: one walk over the files below a folder, the rules of what to ignore, glob patterns, and the matching of
 * text. It starts from a place that the jail has found.
 */
@NullMarked
package dev.intellibrix.workspace.search;

import org.jspecify.annotations.NullMarked;
