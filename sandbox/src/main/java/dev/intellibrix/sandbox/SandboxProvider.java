package dev.intellibrix.sandbox;

import dev.intellibrix.tool.Cancellation;
import java.util.Set;

/**
 * A place where code of a model can run: bubblewrap, containers, a hosted service. The ones that this module brings are made
 * by {@link Sandboxes}; an implementation of your own should pass {@code SandboxProviderContract} of the module
 * {@code testing}.
 *
 * <p>Implementations are thread-safe: many runs share one. Each sandbox that they open is used by one thread at a time.
 */
public interface SandboxProvider {

    /** A short name in lower case, such as {@code bubblewrap}; shown to people and to the model. */
    String name();

    /**
     * What holds in every sandbox of this provider, here and now; what is not in the set must not be relied on. May look
     * at the machine, but asks no server.
     */
    Set<SandboxPromise> promises();

    /**
     * Looks whether sandboxes with these limits can be opened, as far as this machine can tell: called when the tools are built,
     * so that what is missing is said before a run and not in the middle of it. Asks no server. Also removes what sandboxes of
     * processes that have crashed left behind.
     *
     * @throws SandboxException that tells what is missing and what to do about it; its outcome is
     *     {@link SandboxException.Outcome#NEVER_RAN}
     * @throws IllegalArgumentException when a limit asks for what this provider never does, such as a network
     */
    void check(SandboxLimits limits);

    /**
     * Opens a sandbox with an empty working folder.
     *
     * @param limits what holds for all that is run in it
     * @param cancellation ends the attempt
     * @throws SandboxException when none could be opened; nothing is left of the attempt
     * @throws java.util.concurrent.CancellationException when it was cancelled; nothing is left of the attempt
     */
    Sandbox open(SandboxLimits limits, Cancellation cancellation);
}
