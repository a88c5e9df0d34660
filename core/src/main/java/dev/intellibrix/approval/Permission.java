package dev.intellibrix.approval;

/** What {@link Permissions} say about a category. */
public enum Permission {
    /** The tool's own setting decides. */
    ALLOW,
    /** Every call asks, whatever the tool's own setting. */
    ASK,
    /** No call runs, and nobody is asked. */
    DENY
}
