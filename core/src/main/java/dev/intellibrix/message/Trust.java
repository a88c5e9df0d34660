package dev.intellibrix.message;

/**
 * Whether content may carry instructions of somebody other than the developer and the user. There are two levels, and the
 * lower one is sticky: whatever is made from untrusted content is untrusted.
 */
public enum Trust {
    /** Written by the developer or the user, or computed from nothing else. */
    TRUSTED,
    /** From outside the process, or made from something that was. */
    UNTRUSTED;

    /** The trust of what is made from content of both levels. */
    public Trust join(Trust other) {
        return this == UNTRUSTED || other == UNTRUSTED ? UNTRUSTED : TRUSTED;
    }
}
