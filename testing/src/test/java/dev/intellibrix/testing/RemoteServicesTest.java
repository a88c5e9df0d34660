package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.sandbox.Artefacts;
import dev.intellibrix.sandbox.CloudflareOptions;
import dev.intellibrix.sandbox.DaytonaOptions;
import dev.intellibrix.sandbox.E2bOptions;
import dev.intellibrix.sandbox.Sandbox;
import dev.intellibrix.sandbox.SandboxException;
import dev.intellibrix.sandbox.SandboxException.Outcome;
import dev.intellibrix.sandbox.SandboxFile;
import dev.intellibrix.sandbox.SandboxLimits;
import dev.intellibrix.sandbox.SandboxPromise;
import dev.intellibrix.sandbox.SandboxProvider;
import dev.intellibrix.sandbox.Sandboxes;
import dev.intellibrix.testing.LoopbackService.Reply;
import dev.intellibrix.testing.LoopbackService.Seen;
import dev.intellibrix.tool.Cancellation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is asked of the hosted services, and of whom. */
class RemoteServicesTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void largeFilesGoInAndOut(RemoteKind kind) {
        byte[] large = new byte[600_000];
        new SplittableRandom(7).nextBytes(large);
        try (LoopbackService service = kind.service();
                Sandbox sandbox = RemoteKind.open(service, folder)) {
            sandbox.copyIn(List.of(SandboxFile.of("large", large)), Cancellation.none());
            assertThat(RemoteKind.sh(sandbox, "mkdir out && cp large out/copy && ln -s copy out/link")
                            .succeeded())
                    .isTrue();
            Artefacts artefacts = sandbox.copyOut("out", Cancellation.none());

            assertThat(artefacts.files()).hasSize(1);
            assertThat(artefacts.files().get(0).content()).isEqualTo(large);
            assertThat(artefacts.skipped())
                    .extracting(Artefacts.Skipped::reason)
                    .containsExactly("a link");
        }
    }

    @ParameterizedTest
    @EnumSource
    void theKeyGoesInItsHeaderAndNowhereElse(RemoteKind kind) {
        try (LoopbackService service = kind.service();
                Sandbox sandbox = RemoteKind.open(service, folder)) {
            assertThat(RemoteKind.sh(sandbox, "env").stdout().text()).doesNotContain(LoopbackService.KEY);

            for (Seen request : service.seen) {
                assertThat(request.path() + request.query() + request.text()).doesNotContain(LoopbackService.KEY);
            }
            assertThat(RemoteKind.provider(service, folder).toString()).doesNotContain(LoopbackService.KEY);
        }
    }

    @Test
    void aSandboxOfE2bHasAnEndANameAndNoNetwork() {
        try (LoopbackService service = RemoteKind.E2B.service();
                Sandbox sandbox = RemoteKind.open(service, folder)) {
            assertThat(RemoteKind.sh(sandbox, "true").succeeded()).isTrue();
            assertThat(service.seen.get(0).text())
                    .contains("\"timeout\":1800", "\"autoPause\":false", "\"secure\":true")
                    .contains("\"allow_internet_access\":false", "\"metadata\":{\"intellibrix\":\"intellibrix-");
        }
    }

    @Test
    void aSandboxOfDaytonaHasAnEndANameAndNoNetwork() {
        try (LoopbackService service = RemoteKind.DAYTONA.service();
                Sandbox sandbox = RemoteKind.open(service, folder)) {
            assertThat(RemoteKind.sh(sandbox, "true").succeeded()).isTrue();
            assertThat(service.seen.get(0).text())
                    .contains("\"autoStopInterval\":30", "\"autoDeleteInterval\":0", "\"public\":false")
                    .contains("\"networkBlockAll\":true", "\"labels\":{\"intellibrix\":\"intellibrix-");
        }
    }

    @Test
    void theNetworkIsGivenWhereItIsAskedFor() {
        SandboxLimits limits = SandboxLimits.builder().network(true).build();
        for (RemoteKind kind : List.of(RemoteKind.E2B, RemoteKind.DAYTONA)) {
            try (LoopbackService service = kind.service();
                    Sandbox sandbox = RemoteKind.provider(service, folder).open(limits, Cancellation.none())) {
                assertThat(RemoteKind.sh(sandbox, "true").succeeded()).isTrue();
                assertThat(service.seen.get(0).text())
                        .containsAnyOf("\"allow_internet_access\":true", "\"networkBlockAll\":false");
            }
        }
    }

    @Test
    void theNetworkOfAWorkerIsWhatItsOwnerSays() {
        CloudflareOptions.Builder options = CloudflareOptions.builder("https://bridge.example.org", () -> "some-key");
        SandboxProvider online = Sandboxes.cloudflareProvider(options.build());
        SandboxProvider offline =
                Sandboxes.cloudflareProvider(options.internetDisabled(true).build());
        SandboxLimits network = SandboxLimits.builder().network(true).build();

        assertThat(online.promises()).doesNotContain(SandboxPromise.NO_NETWORK);
        assertThat(offline.promises()).contains(SandboxPromise.NO_NETWORK);
        online.check(network);
        offline.check(SandboxLimits.defaults());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> online.check(SandboxLimits.defaults()))
                .withMessageContaining("internetDisabled(true)");
        assertThatIllegalArgumentException().isThrownBy(() -> offline.check(network));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example/toolbox",
                "http://127.0.0.2:1/toolbox",
                "https://u@127.0.0.1/",
                "ftp://x",
                ""
            })
    void aToolboxElsewhereDoesNotGetTheKey(String url) {
        try (LoopbackService service = RemoteKind.DAYTONA.service()) {
            service.fault(request -> request.method().equals("GET")
                    ? Optional.of(
                            Reply.json(200, "{\"id\":\"i\",\"state\":\"started\",\"toolboxProxyUrl\":\"" + url + "\"}"))
                    : Optional.empty());
            SandboxException failure = RemoteKind.failure(() -> RemoteKind.open(service, folder));

            assertThat(failure.outcome()).isEqualTo(Outcome.NEVER_RAN);
            assertThat(failure).hasMessageContaining("not among those that are allowed");
            assertThat(service.machines).isEmpty();
        }
    }

    @Test
    void aPrivateAddressIsRefusedUnlessItIsAllowed() {
        try (LoopbackService service = RemoteKind.E2B.service()) {
            SandboxProvider provider = Sandboxes.e2bProvider(E2bOptions.builder(() -> LoopbackService.KEY)
                    .baseUrl(service.origin())
                    .build());
            SandboxException failure =
                    RemoteKind.failure(() -> provider.open(SandboxLimits.defaults(), Cancellation.none()));

            assertThat(failure).hasMessageContaining("an address that is not allowed");
            assertThat(service.seen).isEmpty();
        }
    }

    @Test
    void aKeyThatIsNoneIsSaidBeforeAnythingIsSent() {
        for (String key : List.of("", "two words", "l\u00e4ngs", "line\nfeed")) {
            SandboxProvider provider = Sandboxes.e2bProvider(key);
            assertThatThrownBy(() -> provider.check(SandboxLimits.defaults()))
                    .isInstanceOf(SandboxException.class)
                    .hasMessageContaining("no usable key for e2b")
                    .hasMessageNotContaining("words");
        }
        SandboxProvider failing = Sandboxes.daytonaProvider(DaytonaOptions.builder(() -> {
                    throw new IllegalStateException("vault says " + LoopbackService.KEY);
                })
                .build());
        assertThat(RemoteKind.failure(() -> failing.check(SandboxLimits.defaults())))
                .hasMessageContaining("no key for daytona now");
    }

    @Test
    void addressesAndFoldersAreChecked() {
        E2bOptions.Builder e2b = E2bOptions.builder(() -> "some-key");
        for (String url :
                List.of("http://api.example.org", "https://x/?q", "https://x/#f", "https://u:p@x/", "file:///x")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> e2b.baseUrl(url))
                    .withMessageContaining("baseUrl");
            assertThatIllegalArgumentException().isThrownBy(() -> e2b.sandboxUrl(url));
        }
        for (String path : List.of("work", "/", "/a/../b", "/a b", "/a;reboot", "/a/", "")) {
            assertThatIllegalArgumentException().isThrownBy(() -> e2b.folder(path));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> e2b.template("a b"));
        assertThatIllegalArgumentException().isThrownBy(() -> e2b.lifetime(Duration.ofSeconds(59)));
        assertThatIllegalArgumentException().isThrownBy(() -> e2b.requestTimeout(Duration.ofMinutes(11)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DaytonaOptions.builder(() -> "some-key").toolboxHosts());
    }

    @Test
    void aLifeThatIsTooShortForAProgramIsRefused() {
        SandboxProvider provider = Sandboxes.e2bProvider(E2bOptions.builder(() -> "some-key")
                .lifetime(Duration.ofMinutes(2))
                .build());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> provider.check(SandboxLimits.defaults()))
                .withMessageContaining("lifetime");
    }

    @Test
    void nothingShowsTheKey() {
        assertThat(E2bOptions.builder(() -> LoopbackService.KEY).build().toString())
                .contains("api.e2b.app")
                .doesNotContain(LoopbackService.KEY);
        assertThat(Sandboxes.e2bProvider(LoopbackService.KEY).toString()).doesNotContain(LoopbackService.KEY);
        assertThat(Sandboxes.daytonaProvider(LoopbackService.KEY).toString()).doesNotContain(LoopbackService.KEY);
    }
}
