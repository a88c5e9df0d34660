/** Serves the tools of a workspace to other programs over the Model Context Protocol. */
@NullMarked
package dev.intellibrix.examples.mcpserver;

import org.jspecify.annotations.NullMarked;
