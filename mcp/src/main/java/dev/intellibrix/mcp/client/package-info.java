/** The client of the Model Context Protocol: links, sessions, definitions and results. Internal to this module. */
@NullMarked
package dev.intellibrix.mcp.client;

import org.jspecify.annotations.NullMarked;
