package dev.intellibrix.testing;

import dev.intellibrix.sandbox.SandboxException;
import dev.intellibrix.sandbox.SandboxProvider;
import dev.intellibrix.sandbox.Sandboxes;
import org.junit.jupiter.api.Assumptions;

/** The contract, with the attacks, against bubblewrap as it is on this machine. */
class BubblewrapProviderTest extends SandboxIsolationContract {

    @Override
    protected SandboxProvider provider() {
        SandboxProvider provider = Sandboxes.bubblewrapProvider();
        try {
            provider.check(limits());
        } catch (SandboxException e) {
            Assumptions.abort("no bubblewrap here: " + e.getMessage());
        }
        return provider;
    }
}
