package dev.intellibrix.event;

/** Who or what ended an approval request. */
public enum Decider {
    /** The application's hook answered. */
    HOOK,
    /** An answer that came with the resumption of a suspended run. */
    ANSWER,
    /** There is no hook. */
    NOBODY,
    /** The hook did not answer in time. */
    TIMEOUT,
    /** The hook threw, returned nothing, or answered what cannot be used. */
    ERROR,
    /** The run was cancelled before an answer. */
    CANCELLED,
    /** A rule or a permission that applies to the edited input, or a change that voids an answer. */
    POLICY
}
