package dev.intellibrix.provider.openai;

import static dev.intellibrix.provider.openai.ChatServer.delta;
import static dev.intellibrix.provider.openai.ChatServer.finish;
import static dev.intellibrix.provider.openai.ChatServer.quoted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.provider.wire.RecordingSink;
import dev.intellibrix.tool.CancellationSource;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.SocketEffect;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Statuses, time-outs, cancellation, and what becomes of keys and connections. */
@Timeout(60)
class OpenAiConnectionTest {

    private ChatServer server;

    @BeforeEach
    void start() throws IOException {
        server = new ChatServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "400,false",
        "401,false",
        "403,false",
        "404,false",
        "408,true",
        "422,false",
        "429,true",
        "500,true",
        "501,false",
        "502,true",
        "503,true",
        "504,true",
        "529,true"
    })
    void aStatusDecidesWhetherAnotherTryMayHelp(int status, boolean retryable) {
        ProviderException failure = server.answer(new MockResponse.Builder()
                        .code(status)
                        .body("{\"error\":{\"message\":\"no luck\",\"code\":\"bad_luck\"}}")
                        .build())
                .failure();

        assertThat(failure).hasMessageContaining("status " + status).hasMessageContaining("no luck (bad_luck)");
        assertThat(failure.status()).isEqualTo(status);
        assertThat(failure.code()).isEqualTo("bad_luck");
        assertThat(failure.isRetryable()).isEqualTo(retryable);
    }

    @Test
    void aQuotaThatIsUsedUpIsNotRetriedThoughItsStatusSaysSo() {
        ProviderException failure = server.answer(new MockResponse.Builder()
                        .code(429)
                        .body("{\"error\":{\"message\":\"pay\",\"type\":\"insufficient_quota\"}}")
                        .build())
                .failure();

        assertThat(failure.isRetryable()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"500,false,false", "400,true,true"})
    void whatTheServerSaysAboutRetriesWins(int status, String told, boolean retryable) {
        ProviderException failure = server.answer(new MockResponse.Builder()
                        .code(status)
                        .addHeader("x-should-retry", told)
                        .build())
                .failure();

        assertThat(failure.isRetryable()).isEqualTo(retryable);
        assertThat(failure).hasMessageContaining("without an explanation");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'detail':'not here'}",
                "{'message':'not here'}",
                "[{'error':{'code':404,'message':'not here','status':'NOT_FOUND'}}]",
                "{'error':{'message':{'text':'not here'}}}",
                "<html>not here</html>",
                "not here"
            })
    void theErrorOfAnyServerIsShown(String body) {
        ProviderException failure = server.answer(
                        new MockResponse.Builder().code(404).body(quoted(body)).build())
                .failure();

        assertThat(failure).hasMessageContaining("not here");
    }

    @Test
    void anErrorOfAnyLengthIsCut() {
        ProviderException failure = server.answer(new MockResponse.Builder()
                        .code(400)
                        .body("{\"error\":{\"message\":\"" + "x".repeat(50_000) + "\"}}")
                        .build())
                .failure();

        assertThat(failure.getMessage()).hasSizeLessThan(3_000).contains("[cut]");
    }

    @Test
    void theKeyIsInNothingThatCanBeSeen() {
        String echo = "{\"error\":{\"message\":\"Incorrect API key provided: " + ChatServer.KEY + "\",\"code\":\""
                + ChatServer.KEY + "\"}}";
        for (MockResponse answer : List.of(
                new MockResponse.Builder().code(401).body(echo).build(),
                new MockResponse.Builder()
                        .code(502)
                        .body("Bearer " + ChatServer.KEY)
                        .build(),
                new MockResponse.Builder().code(200).body(echo).build(),
                new MockResponse.Builder()
                        .code(200)
                        .body("<p>" + ChatServer.KEY)
                        .build(),
                new MockResponse.Builder()
                        .body("data: " + ChatServer.KEY + "\n\n")
                        .build(),
                new MockResponse.Builder()
                        .body("event: error\ndata: " + ChatServer.KEY + "\n\n")
                        .build(),
                new MockResponse.Builder()
                        .onRequestStart(SocketEffect.ShutdownConnection.INSTANCE)
                        .build())) {
            StringWriter trace = new StringWriter();
            server.answer(answer).failure().printStackTrace(new PrintWriter(trace));
            assertThat(trace.toString()).doesNotContain("0123456789abcdef");
        }
        assertThat(server.builder().build().toString()).contains("localhost").doesNotContain("sk-");
    }

    @Test
    void valuesOfHeadersAndOfTheQueryAreSecretsToo() {
        OpenAiProvider provider = OpenAiProvider.builder()
                .baseUrl(server.baseUrl() + "?key=query-secret-1")
                .header("api-key", "header-secret-1")
                .build();
        server.answer(new MockResponse.Builder()
                .code(400)
                .body("query-secret-1 header-secret-1")
                .build());

        ProviderException failure = Assertions.catchThrowableOfType(
                ProviderException.class, () -> provider.generate(ChatServer.request(), StreamSink.none()));

        assertThat(failure).hasMessageContaining("*** ***");
        assertThat(provider.toString()).doesNotContain("secret");
    }

    @Test
    void aRedirectIsNotFollowed() throws Exception {
        try (MockWebServer other = new MockWebServer()) {
            other.start(InetAddress.getLoopbackAddress(), 0);
            server.answer(new MockResponse.Builder()
                    .code(307)
                    .addHeader("Location", other.url("/v1/chat/completions"))
                    .build());

            assertThat(server.failure()).hasMessageContaining("redirect").hasMessageContaining("307");
            assertThat(other.getRequestCount()).isZero();
        }
    }

    @Test
    void noProxyIsTakenFromTheEnvironment() throws Exception {
        try (MockWebServer proxy = new MockWebServer()) {
            proxy.start(InetAddress.getLoopbackAddress(), 0);
            System.setProperty("http.proxyHost", proxy.getHostName());
            System.setProperty("http.proxyPort", String.valueOf(proxy.getPort()));
            System.setProperty("http.nonProxyHosts", "");
            try {
                assertThat(server.message("{'content':'direct'}", "stop")
                                .ask()
                                .message()
                                .text())
                        .isEqualTo("direct");
            } finally {
                System.clearProperty("http.proxyHost");
                System.clearProperty("http.proxyPort");
                System.clearProperty("http.nonProxyHosts");
            }
            assertThat(proxy.getRequestCount()).isZero();
        }
    }

    @Test
    void aProxyThatIsSetIsUsed() throws Exception {
        server.message("{'content':'by proxy'}", "stop");
        OpenAiProvider provider = OpenAiProvider.builder()
                .baseUrl("http://model.invalid/v1")
                .proxy(server.mock().getProxyAddress())
                .build();

        assertThat(provider.generate(ChatServer.request(), StreamSink.none())
                        .message()
                        .text())
                .isEqualTo("by proxy");
        assertThat(server.receivedRequest().getRequestLine())
                .startsWith("POST http://model.invalid/v1/chat/completions");
    }

    @Test
    void aServerThatIsNotThereIsARetryableFailure() throws IOException {
        int port;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = taken.getLocalPort();
        }
        OpenAiProvider provider = OpenAiProvider.builder()
                .baseUrl("http://127.0.0.1:" + port + "/v1")
                .build();

        assertThatThrownBy(() -> provider.generate(ChatServer.request(), StreamSink.none()))
                .isInstanceOfSatisfying(ProviderException.class, failure -> {
                    assertThat(failure.isRetryable()).isTrue();
                    assertThat(failure).hasMessageContaining("127.0.0.1:" + port);
                });
    }

    @Test
    void aConnectionThatIsResetIsARetryableFailureThatIsNotRetriedHere() throws Exception {
        AtomicInteger accepted = new AtomicInteger();
        Thread accepting;
        try (ServerSocket raw = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            accepting = started(() -> resetAll(raw, accepted));
            OpenAiProvider provider = OpenAiProvider.builder()
                    .baseUrl("http://127.0.0.1:" + raw.getLocalPort() + "/v1")
                    .build();

            assertThatThrownBy(() -> provider.generate(ChatServer.request(), StreamSink.none()))
                    .isInstanceOfSatisfying(
                            ProviderException.class,
                            failure -> assertThat(failure.isRetryable()).isTrue());
        }
        accepting.join();
        assertThat(accepted).hasValue(1);
    }

    @Test
    void aServerThatIsSilentIsLeftAfterTheReadTimeOut() {
        server.answer(new MockResponse.Builder()
                .onResponseStart(SocketEffect.Stall.INSTANCE)
                .build());
        OpenAiProvider provider =
                server.builder().readTimeout(Duration.ofMillis(300)).build();

        assertThatThrownBy(() -> provider.generate(ChatServer.request(), StreamSink.none()))
                .isInstanceOfSatisfying(ProviderException.class, failure -> {
                    assertThat(failure).hasMessageContaining("nothing was received for 0.3 s");
                    assertThat(failure.isRetryable()).isTrue();
                });
    }

    @Test
    void aStreamThatStallsIsLeftAfterTheReadTimeOutWithItsPartialText() {
        RecordingSink sink = new RecordingSink();
        server.answer(stalling(delta("{'content':'half'}")));
        OpenAiProvider provider =
                server.builder().readTimeout(Duration.ofSeconds(2)).build();

        assertThatThrownBy(() -> provider.generate(ChatServer.request(), sink))
                .isInstanceOfSatisfying(ProviderException.class, failure -> {
                    assertThat(failure.partialText()).isEqualTo("half");
                    assertThat(failure.isRetryable()).isFalse();
                });
    }

    @Test
    void aServerThatDripsIsLeftAfterTheCallTimeOut() {
        server.answer(dripping());
        OpenAiProvider provider =
                server.builder().callTimeout(Duration.ofMillis(1_500)).build();

        assertThatThrownBy(() -> provider.generate(ChatServer.request(), StreamSink.none()))
                .isInstanceOfSatisfying(ProviderException.class, failure -> {
                    assertThat(failure).hasMessageContaining("the time for a call is over after 1.5 s");
                    assertThat(failure.isRetryable()).isTrue();
                });
    }

    @Test
    void theDeadlineBoundsTheWholeCall() {
        server.answer(dripping());
        ModelRequest request = ChatServer.request().toBuilder()
                .deadline(Instant.now().plusMillis(700))
                .build();

        assertThatThrownBy(() -> server.builder().build().generate(request, StreamSink.none()))
                .isInstanceOfSatisfying(ProviderException.class, failure -> {
                    assertThat(failure).hasMessageContaining("the deadline passed");
                    assertThat(failure.isRetryable()).isFalse();
                });
    }

    @Test
    void nothingIsSentAfterTheDeadline() {
        ModelRequest request =
                ChatServer.request().toBuilder().deadline(Instant.EPOCH).build();

        assertThatThrownBy(() -> server.builder().build().generate(request, StreamSink.none()))
                .hasMessageContaining("deadline");
        assertThat(server.mock().getRequestCount()).isZero();
    }

    @Test
    void nothingIsSentForARequestThatIsCancelled() {
        CancellationSource cancellation = new CancellationSource();
        cancellation.cancel();
        ModelRequest request =
                ChatServer.request().toBuilder().cancellation(cancellation).build();

        assertThatThrownBy(() -> server.builder().build().generate(request, StreamSink.none()))
                .isInstanceOf(CancellationException.class);
        assertThat(server.mock().getRequestCount()).isZero();
    }

    @Test
    void aCancellationEndsACallThatHangs() throws Exception {
        server.answer(stalling(delta("{'content':'half'}")));
        CancellationSource cancellation = new CancellationSource();
        ModelRequest request =
                ChatServer.request().toBuilder().cancellation(cancellation).build();
        CountDownLatch streaming = new CountDownLatch(1);
        FutureTask<ModelResponse> call =
                new FutureTask<>(() -> server.builder().build().generate(request, signalling(streaming)));
        started(call);
        streaming.await();

        long start = System.nanoTime();
        cancellation.cancel();

        assertThatThrownBy(() -> call.get(30, TimeUnit.SECONDS))
                .hasCauseInstanceOf(CancellationException.class)
                .hasMessageContaining("cancelled");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void anInterruptEndsACallThatHangsAndStays() throws Exception {
        server.answer(stalling(delta("{'content':'half'}")));
        CountDownLatch streaming = new CountDownLatch(1);
        OpenAiProvider provider = server.builder().build();
        FutureTask<Boolean> call = new FutureTask<>(() -> {
            assertThatThrownBy(() -> provider.generate(ChatServer.request(), signalling(streaming)))
                    .isInstanceOf(CancellationException.class)
                    .hasMessageContaining("interrupted");
            return Thread.currentThread().isInterrupted();
        });
        Thread thread = started(call);
        streaming.await();

        thread.interrupt();

        assertThat(call.get(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void callbacksComeOnTheCallingThread() {
        Thread caller = Thread.currentThread();
        server.events(delta("{'content':'a'}"), finish("stop")).ask(new StreamSink() {
            @Override
            public void text(String delta) {
                assertThat(Thread.currentThread()).isSameAs(caller);
            }

            @Override
            public void reasoning(String delta) {}
        });
    }

    @Test
    void noThreadKeepsTheJvmAlive() {
        server.events(delta("{'content':'a'}"), finish("stop")).ask();

        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> thread.getName().contains("intellibrix")
                        || thread.getName().startsWith("OkHttp")
                        || thread.getName().startsWith("Okio"))
                .isNotEmpty()
                .allMatch(Thread::isDaemon);
    }

    @Test
    @Tag("thorough")
    void aServerThatHangsAfterTheFinishIsNotWaitedForLong() {
        server.answer(stalling(delta("{'content':'all'}"), finish("stop")));

        assertThat(server.ask().message().text()).isEqualTo("all");
    }

    /** Resets every connection as soon as something was received on it, until the server is closed. */
    private static void resetAll(ServerSocket raw, AtomicInteger accepted) {
        while (true) {
            try (Socket socket = raw.accept()) {
                accepted.incrementAndGet();
                assertThat(socket.getInputStream().read()).isNotNegative();
                socket.setSoLinger(true, 0);
            } catch (IOException closed) {
                return;
            }
        }
    }

    @Test
    @Tag("thorough")
    void anExplanationThatNeverEndsDoesNotHideTheStatus() {
        ProviderException failure = server.answer(new MockResponse.Builder()
                        .code(503)
                        .body("on fire")
                        .setHeader("Content-Length", 100_000)
                        .onResponseEnd(SocketEffect.Stall.INSTANCE)
                        .build())
                .failure();

        assertThat(failure.status()).isEqualTo(503);
        assertThat(failure.isRetryable()).isTrue();
    }

    private static StreamSink signalling(CountDownLatch streaming) {
        return new StreamSink() {
            @Override
            public void text(String delta) {
                streaming.countDown();
            }

            @Override
            public void reasoning(String delta) {}
        };
    }

    private static Thread started(Runnable task) {
        Thread thread = new Thread(task, "test-call");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Events, and then nothing, on a connection that stays open. */
    private static MockResponse stalling(String... events) {
        StringBuilder stream = new StringBuilder();
        for (String event : events) {
            stream.append("data: ").append(quoted(event)).append("\n\n");
        }
        return new MockResponse.Builder()
                .addHeader("Content-Type", "text/event-stream")
                .body(stream.toString())
                .setHeader("Content-Length", 100_000)
                .onResponseEnd(SocketEffect.Stall.INSTANCE)
                .build();
    }

    private static MockResponse dripping() {
        return new MockResponse.Builder()
                .addHeader("Content-Type", "text/event-stream")
                .body(": keep waiting\n".repeat(100))
                .throttleBody(1, 1, TimeUnit.SECONDS)
                .build();
    }
}
