package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.sandbox.Sandbox;
import dev.intellibrix.sandbox.SandboxCommand;
import dev.intellibrix.sandbox.SandboxException;
import dev.intellibrix.sandbox.SandboxLimits;
import dev.intellibrix.sandbox.SandboxProvider;
import dev.intellibrix.sandbox.SandboxRun;
import dev.intellibrix.tool.Cancellation;
import java.nio.file.Path;
import java.time.Duration;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;

/** The hosted services, each with machines that are processes here: for programs that do no harm. */
enum RemoteKind {
    E2B,
    DAYTONA,
    CLOUDFLARE;

    LoopbackService service() {
        return switch (this) {
            case E2B -> new LoopbackE2b(ServiceMachine::local);
            case DAYTONA -> new LoopbackDaytona(ServiceMachine::local);
            case CLOUDFLARE -> new LoopbackCloudflare(ServiceMachine::local);
        };
    }

    static SandboxProvider provider(LoopbackService service, Path folder) {
        return service.provider(LoopbackService.KEY, folder.toString(), Duration.ofSeconds(60));
    }

    static Sandbox open(LoopbackService service, Path folder) {
        return provider(service, folder).open(SandboxLimits.defaults(), Cancellation.none());
    }

    static SandboxRun sh(Sandbox sandbox, String script) {
        return sandbox.run(SandboxCommand.of("sh", "-c", script), Cancellation.none());
    }

    /** The failure of some work, which shows no key. */
    static SandboxException failure(Runnable work) {
        SandboxException failure = Assertions.catchThrowableOfType(SandboxException.class, work::run);
        assertThat(failure).isNotNull();
        for (Throwable each = failure; each != null; each = cause(each)) {
            assertThat(each.toString()).doesNotContain(LoopbackService.KEY);
        }
        return failure;
    }

    private static @Nullable Throwable cause(Throwable failure) {
        return failure.getCause();
    }
}
