package dev.intellibrix.agenttools.calculator;

import dev.intellibrix.tool.ToolException;

/** The text of an expression; it knows how to complain about a place in it. */
record Source(String text) {

    /** A complaint about the character at an index; columns count from 1, in characters as a person sees them. */
    ToolException fault(int index, String message) {
        return new ToolException(at(index, message));
    }

    /** The text of such a complaint. */
    String at(int index, String message) {
        return "column " + (text.codePointCount(0, Math.min(index, text.length())) + 1) + ": " + message;
    }
}
