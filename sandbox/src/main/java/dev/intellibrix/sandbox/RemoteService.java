package dev.intellibrix.sandbox;

import dev.intellibrix.tool.Cancellation;
import java.util.Set;

/** What differs between the services. Thread-safe. */
interface RemoteService {

    RemoteSettings settings();

    Set<SandboxPromise> promises();

    /** Throws {@link IllegalArgumentException} where a limit asks for what the service never does. */
    void check(SandboxLimits limits);

    /**
     * Makes a sandbox that ends by itself.
     *
     * @param label unique; the service keeps it with the sandbox
     * @throws RemoteFailure when there is none
     */
    RemoteBox create(String label, SandboxLimits limits, Cancellation cancellation);
}
