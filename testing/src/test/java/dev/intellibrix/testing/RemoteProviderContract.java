package dev.intellibrix.testing;

import dev.intellibrix.sandbox.SandboxException;
import dev.intellibrix.sandbox.SandboxProvider;
import dev.intellibrix.sandbox.Sandboxes;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;

/** The contract against a service that is played: its machines are sandboxes of bubblewrap, and its wire is real. */
abstract class RemoteProviderContract extends SandboxProviderContract {

    private @org.jspecify.annotations.Nullable LoopbackService service;

    abstract LoopbackService service();

    @BeforeEach
    void startService() {
        try {
            Sandboxes.bubblewrapProvider().check(limits());
        } catch (SandboxException e) {
            Assumptions.abort("no bubblewrap here: " + e.getMessage());
        }
        service = service();
    }

    @AfterEach
    void nothingIsLeftAtTheService() {
        LoopbackService used = service;
        if (used != null) {
            try (used) {
                Assertions.assertTrue(used.machines.isEmpty(), "sandboxes that nobody closed");
            }
        }
    }

    @Override
    protected SandboxProvider provider() {
        LoopbackService used = service;
        if (used == null) {
            throw new IllegalStateException("the service has not been started");
        }
        return used.provider(LoopbackService.KEY, "/work", Duration.ofSeconds(60));
    }
}
