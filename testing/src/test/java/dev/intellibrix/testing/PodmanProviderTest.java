package dev.intellibrix.testing;

import dev.intellibrix.sandbox.ContainerOptions;
import dev.intellibrix.sandbox.SandboxException;
import dev.intellibrix.sandbox.SandboxProvider;
import dev.intellibrix.sandbox.Sandboxes;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * The contract, with the attacks, against podman without root and without control groups. It needs a user with ids for containers
 * ({@code /etc/subuid}), and a folder of that user with a root file system that has a shell, {@code tar} and Python.
 */
@EnabledIfEnvironmentVariable(
        named = "INTELLIBRIX_PODMAN_ROOTFS",
        matches = "/.+",
        disabledReason = "INTELLIBRIX_PODMAN_ROOTFS names no root file system")
class PodmanProviderTest extends SandboxIsolationContract {

    @Override
    protected SandboxProvider provider() {
        SandboxProvider provider = Sandboxes.containerProvider(ContainerOptions.builder()
                .rootfs(Path.of(System.getenv("INTELLIBRIX_PODMAN_ROOTFS")))
                .controlGroups(false)
                .build());
        try {
            provider.check(limits());
        } catch (SandboxException e) {
            Assumptions.abort("no podman here: " + e.getMessage());
        }
        return provider;
    }
}
