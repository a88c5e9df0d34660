package dev.intellibrix.sandbox;

/** Something that a provider keeps, whatever the code in its sandboxes does. */
public enum SandboxPromise {
    /** Without {@link SandboxLimits#network} nothing outside of the sandbox can be reached: no address, no name, no socket. */
    NO_NETWORK,
    /** No file, no variable and no process of this program's machine is seen, but for the operating system's programs. */
    HOST_HIDDEN,
    /** Nothing outside of the sandbox can be changed. */
    HOST_UNCHANGED,
    /** The code has no privileges and cannot gain any. */
    NO_PRIVILEGES,
    /** A program, and all that it started, ends when its time is up. */
    TIME_LIMIT,
    /** A process ends when it has used its processor time. */
    CPU_LIMIT,
    /** A process cannot have more memory to write to, at a time, than the limit. Those of one sandbox may have as much each. */
    PROCESS_MEMORY_LIMIT,
    /**
     * All processes of a sandbox together do not have more memory than the limit: they cannot get more, or they are ended as
     * soon as that is seen, which takes some tenths of a second at most.
     */
    TOTAL_MEMORY_LIMIT,
    /** No more processes and threads at a time than the limit. */
    PROCESS_LIMIT,
    /** No more can be written to files than the limit. */
    DISK_LIMIT,
    /** When this program is killed, its sandboxes end too: at once, or after a time that the provider names. */
    NOTHING_LEFT
}
