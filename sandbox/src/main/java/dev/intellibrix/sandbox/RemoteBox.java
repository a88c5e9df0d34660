package dev.intellibrix.sandbox;

import dev.intellibrix.tool.Cancellation;
import java.time.Duration;

/** A sandbox at a service, by what its API can do. All methods but {@link #remove} throw {@link RemoteFailure}. */
interface RemoteBox {

    /**
     * Runs a script of a shell.
     *
     * @param script shorter than a system takes as an argument
     * @param longest how long it should take at most
     * @param maxBytes how much it may print
     * @return what it printed, or nothing where that is lost; its status is not looked at
     */
    String run(String script, Duration longest, int maxBytes, Cancellation cancellation);

    /**
     * Writes a file.
     *
     * @param path absolute, of plain names
     */
    void write(String path, byte[] content, Cancellation cancellation);

    /**
     * Reads a file.
     *
     * @param path absolute, of plain names
     */
    byte[] read(String path, int maxBytes, Cancellation cancellation);

    /**
     * Ends it.
     *
     * @throws RemoteFailure when that failed
     */
    void remove();
}
