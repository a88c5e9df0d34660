package dev.intellibrix.internal.access;

import tools.jackson.databind.node.ObjectNode;

/**
 * The arguments of a call after the strict parse. A tool can be run with nothing else, and since this package is not
 * exported, only the gate, which makes these, can run a tool: there is no second way. An architecture test checks that.
 *
 * @param node the arguments
 */
public record ParsedArguments(ObjectNode node) {}
