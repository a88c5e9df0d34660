package dev.intellibrix.mcp.server;

/**
 * How much clients may ask for.
 *
 * @param maxMessageBytes how long a message may be
 * @param maxCalls how many calls may be under way at once, of all clients together
 */
public record ServerLimits(int maxMessageBytes, int maxCalls) {}
