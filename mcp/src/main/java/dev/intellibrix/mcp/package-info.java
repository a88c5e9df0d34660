/**
 * Connects an agent to servers of the Model Context Protocol, whose tools and results are not trusted, and serves an
 * agent's own tools to other programs over the same protocol.
 */
@NullMarked
package dev.intellibrix.mcp;

import org.jspecify.annotations.NullMarked;
