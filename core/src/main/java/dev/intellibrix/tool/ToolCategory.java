package dev.intellibrix.tool;

/** What kind of effect a tool call has; permissions and trust policies are written in these terms. */
public enum ToolCategory {
    /** Looks at the workspace. */
    READ,
    /** Changes the workspace or something that is kept. */
    WRITE,
    /** Starts a program or runs code. */
    EXECUTE,
    /** Talks to another machine. */
    NETWORK,
    /** Asks the human. */
    INTERACT,
    /** Hands work to another agent. */
    DELEGATE,
    /** None of these, and every tool that does not say. */
    OTHER
}
