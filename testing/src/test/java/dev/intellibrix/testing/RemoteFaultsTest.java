package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.sandbox.Sandbox;
import dev.intellibrix.sandbox.SandboxException;
import dev.intellibrix.sandbox.SandboxException.Outcome;
import dev.intellibrix.sandbox.SandboxLimits;
import dev.intellibrix.sandbox.SandboxRun;
import dev.intellibrix.testing.LoopbackService.Reply;
import dev.intellibrix.testing.LoopbackService.Seen;
import dev.intellibrix.tool.Cancellation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Services that refuse, fail, break off, are silent, or lie: what never ran and what may have run are told apart. */
class RemoteFaultsTest {

    private static final String APPEND = "echo x >> count; wc -l < count";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void aRefusedKeyNeverRan(RemoteKind kind) {
        try (LoopbackService service = kind.service()) {
            SandboxException failure = RemoteKind.failure(
                    () -> service.provider("another-" + LoopbackService.KEY, folder.toString(), Duration.ofSeconds(60))
                            .open(SandboxLimits.defaults(), Cancellation.none()));

            assertThat(failure.outcome()).isEqualTo(Outcome.NEVER_RAN);
            assertThat(failure).hasMessageContaining("refused the key").hasMessageContaining("401");
            assertThat(service.machines).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatWasRefusedNeverRan(RemoteKind kind) {
        Map<Integer, Outcome> outcomes = Map.of(
                400, Outcome.NEVER_RAN,
                401, Outcome.NEVER_RAN,
                403, Outcome.NEVER_RAN,
                404, Outcome.GONE,
                409, Outcome.NEVER_RAN,
                410, Outcome.GONE,
                413, Outcome.NEVER_RAN,
                429, Outcome.NEVER_RAN);
        outcomes.forEach((status, outcome) -> {
            try (LoopbackService service = kind.service();
                    Sandbox sandbox = RemoteKind.open(service, folder)) {
                service.fault(programs(service, request -> Reply.of(status).with("Retry-After", "60")));
                SandboxException failure = RemoteKind.failure(() -> RemoteKind.sh(sandbox, APPEND));

                assertThat(failure.outcome()).as("status %s", status).isEqualTo(outcome);
                assertThat(failure).hasMessageContaining("(" + status + ")");
                assertThat(failure.getMessage().contains("try again in 60 s")).isEqualTo(status == 429);
            }
            assertThat(count()).as("status %s", status).isEmpty();
        });
    }

    @ParameterizedTest
    @EnumSource
    void aGatewayThatPassedNothingOnIsAskedAgain(RemoteKind kind) {
        AtomicInteger failures = new AtomicInteger(1);
        try (LoopbackService service = kind.service();
                Sandbox sandbox = RemoteKind.open(service, folder)) {
            service.fault(programs(service, request -> failures.getAndDecrement() > 0 ? Reply.of(502) : null));
            SandboxRun run = RemoteKind.sh(sandbox, APPEND);

            assertThat(run.stdout().text().strip()).isEqualTo("1");
            assertThat(service.seen).filteredOn(service::startsProgram).hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aGatewayThatStaysAwayIsNeverRan(RemoteKind kind) {
        try (LoopbackService service = kind.service();
                Sandbox sandbox = RemoteKind.open(service, folder)) {
            service.fault(programs(service, request -> Reply.of(503)));
            SandboxException failure = RemoteKind.failure(() -> RemoteKind.sh(sandbox, APPEND));

            assertThat(failure.outcome()).isEqualTo(Outcome.NEVER_RAN);
            assertThat(service.seen).filteredOn(service::startsProgram).hasSize(3);
            assertThat(count()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aGatewayThatFailsAfterTheStartIsUnknownAndNotAskedAgain(RemoteKind kind) {
        try (LoopbackService service = kind.service();
                Sandbox sandbox = RemoteKind.open(service, folder)) {
            service.fault(programs(service, request -> {
                service.answer(request);
                return Reply.of(502);
            }));
            assertUnknown(service, sandbox);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerThatBreaksOffIsUnknownAndNotAskedAgain(RemoteKind kind) {
        try (LoopbackService service = kind.service();
                Sandbox sandbox = RemoteKind.open(service, folder)) {
            service.fault(programs(service, request -> service.answer(request).cutBy(20)));
            assertUnknown(service, sandbox);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerThatIsNoneOfTheServiceIsUnknown(RemoteKind kind) {
        try (LoopbackService service = kind.service();
                Sandbox sandbox = RemoteKind.open(service, folder)) {
            service.fault(programs(service, request -> {
                service.answer(request);
                return Reply.bytes("text/html", "<html>welcome</html>".getBytes(StandardCharsets.UTF_8));
            }));
            assertUnknown(service, sandbox);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFloodIsNotReadToItsEnd(RemoteKind kind) {
        try (LoopbackService service = kind.service();
                Sandbox sandbox = RemoteKind.open(service, folder)) {
            service.fault(programs(service, request -> {
                service.answer(request);
                return service.printed("x".repeat(5_000_000));
            }));
            assertUnknown(service, sandbox);
        }
    }

    @ParameterizedTest
    @EnumSource
    void moreOutputThanTheLimitIsNoOutput(RemoteKind kind) {
        try (LoopbackService service = kind.service();
                Sandbox sandbox = RemoteKind.open(service, folder)) {
            service.fault(programs(service, request -> {
                service.answer(request);
                return service.printed(lie(request, SandboxLimits.defaults().outputBytes() + 1));
            }));
            assertUnknown(service, sandbox);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aReportOfJustTheLimitIsRead(RemoteKind kind) {
        int most = SandboxLimits.defaults().outputBytes();
        try (LoopbackService service = kind.service();
                Sandbox sandbox = RemoteKind.open(service, folder)) {
            service.fault(programs(service, request -> service.printed(lie(request, most))));

            assertThat(RemoteKind.sh(sandbox, APPEND).stdout().text()).hasSize(most);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRedirectIsNotFollowed(RemoteKind kind) {
        try (LoopbackService other = kind.service();
                LoopbackService service = kind.service();
                Sandbox sandbox = RemoteKind.open(service, folder)) {
            service.fault(programs(
                    service, request -> Reply.of(307).with("Location", other.origin() + request.path())));
            SandboxException failure = RemoteKind.failure(() -> RemoteKind.sh(sandbox, APPEND));

            assertThat(failure.outcome()).isEqualTo(Outcome.NEVER_RAN);
            assertThat(failure).hasMessageContaining("redirects");
            assertThat(other.seen).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aServiceThatCanNotBeConnectedToNeverRan(RemoteKind kind) {
        LoopbackService service = kind.service();
        try (Sandbox sandbox = RemoteKind.open(service, folder)) {
            service.close();
            SandboxException failure = RemoteKind.failure(() -> RemoteKind.sh(sandbox, APPEND));

            assertThat(failure.outcome()).isEqualTo(Outcome.NEVER_RAN);
            assertThat(failure).hasMessageContaining("can not be connected to");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aNewSandboxThatIsNotReachedYetIsAskedAgain(RemoteKind kind) {
        AtomicInteger failures = new AtomicInteger(2);
        try (LoopbackService service = kind.service()) {
            service.fault(request -> service.isRun(request) && failures.getAndDecrement() > 0
                    ? Optional.of(Reply.of(404))
                    : Optional.empty());
            try (Sandbox sandbox = RemoteKind.open(service, folder)) {
                assertThat(RemoteKind.sh(sandbox, APPEND).succeeded()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSandboxThatHasEndedIsGone(RemoteKind kind) throws IOException {
        try (LoopbackService service = kind.service();
                Sandbox sandbox = RemoteKind.open(service, folder)) {
            service.machines.keySet().forEach(service::drop);
            try (var all = Files.walk(folder)) {
                all.sorted(java.util.Comparator.reverseOrder())
                        .filter(each -> !each.equals(folder))
                        .forEach(each -> each.toFile().delete());
            }

            assertThat(RemoteKind.failure(() -> RemoteKind.sh(sandbox, APPEND)).outcome())
                    .isEqualTo(Outcome.GONE);
            assertThat(RemoteKind.failure(() -> RemoteKind.sh(sandbox, APPEND)).outcome())
                    .isEqualTo(Outcome.GONE);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSandboxThatCanNotBeRemovedIsLeftToItsEnd(RemoteKind kind) {
        try (LoopbackService service = kind.service()) {
            Sandbox sandbox = RemoteKind.open(service, folder);
            service.fault(request -> request.method().equals("DELETE") ? Optional.of(Reply.of(500)) : Optional.empty());
            sandbox.close();
            sandbox.close();

            assertThat(service.seen)
                    .filteredOn(request -> request.method().equals("DELETE"))
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CLOUDFLARE") // Its bridge only gives out a name.
    void aSandboxThatWasMadeButNotToldOfIsRemoved(RemoteKind kind) {
        try (LoopbackService service = kind.service()) {
            service.fault(request -> request.method().equals("POST") && service.seen.size() == 1
                    ? Optional.of(service.answer(request).cutBy(10))
                    : Optional.empty());

            assertThat(RemoteKind.failure(() -> RemoteKind.open(service, folder))
                            .outcome())
                    .isEqualTo(Outcome.NEVER_RAN);
            assertThat(service.labels).hasSize(1);
            assertThat(service.machines).isEmpty();
        }
    }

    @Test
    @Tag("thorough") // The service has the 30 seconds that a busy machine may need for the other requests.
    void aSilentServiceIsNotWaitedForLongerThanTheTimeOut() {
        try (LoopbackService service = RemoteKind.E2B.service();
                Sandbox sandbox = service.provider(LoopbackService.KEY, folder.toString(), Duration.ofSeconds(30))
                        .open(
                                SandboxLimits.builder()
                                        .timeout(Duration.ofSeconds(5))
                                        .build(),
                                Cancellation.none())) {
            service.fault(programs(service, request -> {
                service.answer(request);
                return service.hang();
            }));
            assertUnknown(service, sandbox);
        }
    }

    private void assertUnknown(LoopbackService service, Sandbox sandbox) {
        SandboxException failure = RemoteKind.failure(() -> RemoteKind.sh(sandbox, APPEND));

        assertThat(failure.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(service.seen).filteredOn(service::startsProgram).hasSize(1);
        assertThat(count()).isEqualTo("x\n");
        assertThat(service.machines).isEmpty();
        assertThat(RemoteKind.failure(() -> RemoteKind.sh(sandbox, APPEND)).outcome())
                .isEqualTo(Outcome.GONE);
    }

    /** What the programs have written. */
    private String count() {
        try {
            Path file = folder.resolve("work/count");
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Answers to the requests that start a program; null leaves one to the service. */
    private static Function<Seen, Optional<Reply>> programs(
            LoopbackService service, Function<Seen, @Nullable Reply> answers) {
        return request ->
                service.startsProgram(request) ? Optional.ofNullable(answers.apply(request)) : Optional.empty();
    }

    /** A report that the service made up, with an output of this size. */
    private static String lie(Seen request, int bytes) {
        Matcher mark = Pattern.compile("sandbox-[0-9a-f-]{36}").matcher(request.text());
        assertThat(mark.find()).isTrue();
        String output = Base64.getEncoder().encodeToString("y".repeat(bytes).getBytes(StandardCharsets.UTF_8));
        return "M ended 0 no\nM out N\nTEXT\nM err 0\nM done\n"
                .replace("N", String.valueOf(bytes))
                .replace("M ", mark.group() + " ")
                .replace("TEXT", output);
    }
}
