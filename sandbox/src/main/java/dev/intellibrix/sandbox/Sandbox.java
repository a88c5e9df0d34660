package dev.intellibrix.sandbox;

import dev.intellibrix.tool.Cancellation;
import java.util.List;

/**
 * A working folder, and programs that run in it with nothing else within their reach. Files stay until the sandbox is
 * closed; processes do not: what a program leaves running is ended with it, or with the sandbox at the latest, and variables
 * of an interpreter are gone with its process.
 *
 * <p>For one thread at a time. All methods but {@link #close} throw {@link IllegalStateException} after it.
 */
public interface Sandbox extends AutoCloseable {

    /**
     * Writes files into the working folder, with the folders above them, over what is there.
     *
     * @throws SandboxException when not all of them could be written
     * @throws java.util.concurrent.CancellationException when it was cancelled; some may have been written
     */
    void copyIn(List<SandboxFile> files, Cancellation cancellation);

    /**
     * Runs a program in the working folder, to its end or to that of a limit. A program that ends with a status other than 0,
     * or that is ended by a limit, is a result; so is one that is not there (status 127). When a limit or a cancellation ended
     * it, all that it started has been ended as well, and the files that it wrote may be lost.
     *
     * @throws SandboxException when it never ran, or when nobody knows how it ended; see {@link SandboxException#outcome}
     * @throws java.util.concurrent.CancellationException when it was cancelled; the program has been ended by then
     */
    SandboxRun run(SandboxCommand command, Cancellation cancellation);

    /**
     * Reads the regular files below a folder. The folder was written by code that nobody trusts: links are not followed and
     * not copied, nor are devices, pipes and sockets, and what exceeds the limits or has a name that could mislead is left
     * out; {@link Artefacts#skipped} tells of each.
     *
     * @param folder below the working folder, such as {@code out}; when there is no such folder nothing is copied
     * @throws SandboxException when the files cannot be read
     * @throws java.util.concurrent.CancellationException when it was cancelled
     */
    Artefacts copyOut(String folder, Cancellation cancellation);

    /** Ends all that runs in it and drops its files. Does nothing the second time; does not throw: what fails is logged. */
    @Override
    void close();
}
