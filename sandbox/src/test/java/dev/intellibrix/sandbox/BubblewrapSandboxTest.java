package dev.intellibrix.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.tool.Cancellation;
import org.junit.jupiter.api.Test;

class BubblewrapSandboxTest {

    private final SandboxProvider provider = Sandboxes.bubblewrapProvider();

    @Test
    void runsAProgram() {
        provider.check(SandboxLimits.defaults());
        try (Sandbox sandbox = provider.open(SandboxLimits.defaults(), Cancellation.none())) {
            SandboxRun run = sandbox.run(SandboxCommand.of("python3", "-c", "print(6*7)"), Cancellation.none());
            assertThat(run.stderr().text()).isEmpty();
            assertThat(run.stdout().text()).isEqualTo("42\n");
            SandboxRun node = sandbox.run(SandboxCommand.of("node", "-e", "console.log(6*7)"), Cancellation.none());
            assertThat(node.stderr().text()).isEmpty();
            assertThat(node.stdout().text()).isEqualTo("42\n");
        }
    }
}
