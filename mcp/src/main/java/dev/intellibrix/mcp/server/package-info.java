/**
 * The server's side of the protocol: what a client sends is read strictly, every call passes the gate, and whatever a client
 * can make grow is bounded. Not exported.
 */
@NullMarked
package dev.intellibrix.mcp.server;

import org.jspecify.annotations.NullMarked;
