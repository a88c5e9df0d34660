package dev.intellibrix.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.provider.openai.OpenAiProvider;
import dev.intellibrix.tool.CancellationSource;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryingProviderTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private final Scripted provider = new Scripted();
    private final List<Duration> waits = new ArrayList<>();

    @Test
    void asksAgainAfterAPassingFailure() {
        provider.fails(passing().build()).fails(passing().build()).answers("ok");

        assertThat(retrying()
                        .build()
                        .generate(request(), StreamSink.none())
                        .message()
                        .text())
                .isEqualTo("ok");
        assertThat(waits).hasSize(2);
    }

    @Test
    void doesNotAskAgainAfterALastingFailure() {
        ProviderException lasting =
                ProviderException.builder("bad key").status(401).build();
        provider.fails(lasting).answers("ok");

        assertThatThrownBy(() -> retrying().build().generate(request(), StreamSink.none()))
                .isSameAs(lasting);
        assertThat(provider.calls).isEqualTo(1);
    }

    @Test
    void throwsTheLastFailureWhenTheAttemptsAreUsedUp() {
        ProviderException last = passing().build();
        provider.fails(passing().build()).fails(passing().build()).fails(last).answers("too late");

        assertThatThrownBy(() -> retrying().attempts(3).build().generate(request(), StreamSink.none()))
                .isSameAs(last);
        assertThat(provider.calls).isEqualTo(3);
    }

    @Test
    void doesNotAskAgainOnceSomethingWasEmitted() {
        provider.steps.add(sink -> {
            sink.text("half");
            throw passing().build();
        });
        provider.answers("whole");

        assertThatThrownBy(() -> retrying().build().generate(request(), StreamSink.none()))
                .isInstanceOf(ProviderException.class);
        assertThat(provider.calls).isEqualTo(1);
    }

    @Test
    void doesNotAskAgainOnceReasoningWasEmitted() {
        provider.steps.add(sink -> {
            sink.reasoning("hmm");
            throw passing().build();
        });
        provider.answers("whole");

        assertThatThrownBy(() -> retrying().build().generate(request(), StreamSink.none()))
                .isInstanceOf(ProviderException.class);
    }

    @Test
    void asksOnceAgainAfterAnEmptyAnswer() {
        ProviderException empty = passing().emptyAnswer(true).build();
        provider.fails(empty).fails(passing().build()).fails(empty).answers("too late");

        assertThatThrownBy(() -> retrying().build().generate(request(), StreamSink.none()))
                .isSameAs(empty);
        assertThat(provider.calls).isEqualTo(3);
    }

    @Test
    void letsAnyOtherExceptionThrough() {
        IllegalStateException broken = new IllegalStateException("broken");
        provider.steps.add(sink -> {
            throw broken;
        });

        assertThatThrownBy(() -> retrying().build().generate(request(), StreamSink.none()))
                .isSameAs(broken);
        assertThat(waits).isEmpty();
    }

    @Test
    void waitsTwiceAsLongEachTimeUpToTheLongestDelay() {
        provider.fails(passing().build())
                .fails(passing().build())
                .fails(passing().build());
        provider.fails(passing().build()).answers("ok");

        retrying()
                .attempts(5)
                .baseDelay(Duration.ofSeconds(1))
                .maxDelay(Duration.ofSeconds(5))
                .random(() -> 0)
                .build()
                .generate(request(), StreamSink.none());

        assertThat(waits).extracting(Duration::toSeconds).containsExactly(1L, 2L, 4L, 5L);
    }

    @Test
    void shortensWaitsAtRandomByUpToAHalf() {
        provider.fails(passing().build()).answers("ok");

        retrying().baseDelay(Duration.ofSeconds(1)).random(() -> 0.5).build().generate(request(), StreamSink.none());

        assertThat(waits).containsExactly(Duration.ofMillis(750));
    }

    @Test
    void a23WaitsAtLeastAsLongAsTheServerAsks() {
        provider.fails(passing().retryAfter(Duration.ofSeconds(90)).build()).answers("ok");

        retrying().maxDelay(Duration.ofSeconds(1)).build().generate(request(), StreamSink.none());

        assertThat(waits).containsExactly(Duration.ofSeconds(90));
    }

    @Test
    void a23FailsNowWhenTheWaitWouldEndAfterTheDeadline() {
        ProviderException busy = passing().retryAfter(Duration.ofSeconds(60)).build();
        provider.fails(busy).answers("too late");
        ModelRequest request =
                request().toBuilder().deadline(NOW.plusSeconds(30)).build();

        assertThatThrownBy(() -> retrying().build().generate(request, StreamSink.none()))
                .isSameAs(busy);
        assertThat(waits).isEmpty();
        assertThat(provider.calls).isEqualTo(1);
    }

    @Test
    void failsNowWhenTheServerAsksForMoreThanMayBeWaited() {
        ProviderException busy = passing().retryAfter(Duration.ofHours(2)).build();
        provider.fails(busy).answers("too late");

        assertThatThrownBy(() -> retrying().build().generate(request(), StreamSink.none()))
                .isSameAs(busy);
        assertThat(waits).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"retry-after: 7", "retry-after-ms: 7000", "retry-after: Fri, 02 Jan 2026 03:04:12 GMT"})
    void a23ReadsTheWaitThatAServerAsksForInAnyForm(String header) throws IOException {
        try (MockWebServer server = new MockWebServer()) {
            server.start(InetAddress.getLoopbackAddress(), 0);
            server.enqueue(new MockResponse.Builder()
                    .code(429)
                    .addHeader("Date", "Fri, 02 Jan 2026 03:04:05 GMT")
                    .addHeader(header)
                    .body("{\"error\":{\"message\":\"slow down\"}}")
                    .build());
            server.enqueue(new MockResponse.Builder()
                    .body("{\"choices\":[{\"message\":{\"content\":\"ok\"}}]}")
                    .build());
            Provider openai = OpenAiProvider.builder()
                    .baseUrl(server.url("/v1").toString())
                    .build();

            ModelResponse response = retrying(openai).build().generate(request(), StreamSink.none());

            assertThat(response.message().text()).isEqualTo("ok");
            assertThat(waits).containsExactly(Duration.ofSeconds(7));
        }
    }

    @Test
    void aWaitEndsAtOnceWhenTheRequestIsCancelled() throws Exception {
        provider.fails(passing().build()).answers("too late");
        CancellationSource cancellation = new CancellationSource();
        CountDownLatch asked = new CountDownLatch(1);
        provider.onCall = asked::countDown;
        Provider patient = RetryingProvider.builder(provider)
                .baseDelay(Duration.ofHours(1))
                .maxDelay(Duration.ofHours(1))
                .build();
        FutureTask<ModelResponse> call = new FutureTask<>(() -> patient.generate(
                request().toBuilder().cancellation(cancellation).build(), StreamSink.none()));
        Thread thread = started(call);
        asked.await();

        cancellation.cancel();

        thread.join(TimeUnit.SECONDS.toMillis(30));
        assertThat(thread.isAlive()).isFalse();
        assertThatThrownBy(call::get).hasRootCauseInstanceOf(ProviderException.class);
        assertThat(provider.calls).isEqualTo(1);
    }

    @Test
    void aWaitEndsAtOnceWhenTheThreadIsInterrupted() throws Exception {
        provider.fails(passing().build()).answers("too late");
        CountDownLatch asked = new CountDownLatch(1);
        provider.onCall = asked::countDown;
        Provider patient = RetryingProvider.builder(provider)
                .baseDelay(Duration.ofHours(1))
                .maxDelay(Duration.ofHours(1))
                .build();
        FutureTask<Boolean> call = new FutureTask<>(() -> {
            assertThatThrownBy(() -> patient.generate(request(), StreamSink.none()))
                    .isInstanceOf(CancellationException.class);
            return Thread.currentThread().isInterrupted();
        });
        Thread thread = started(call);
        asked.await();

        thread.interrupt();

        assertThat(call.get(30, TimeUnit.SECONDS)).as("stays interrupted").isTrue();
    }

    @Test
    void hasTheIdOfTheProviderItAsks() {
        assertThat(retrying().build().id()).isEqualTo("scripted");
    }

    @Test
    void refusesAPolicyThatMakesNoSense() {
        assertThatThrownBy(() -> retrying().attempts(0)).hasMessageContaining("attempts");
        assertThatThrownBy(() -> retrying().baseDelay(Duration.ofSeconds(-1))).hasMessageContaining("baseDelay");
        assertThatThrownBy(() -> retrying().maxDelay(Duration.ofDays(2))).hasMessageContaining("maxDelay");
    }

    private static Thread started(Runnable task) {
        Thread thread = new Thread(task, "test-call");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private RetryingProvider.Builder retrying() {
        return retrying(provider);
    }

    private RetryingProvider.Builder retrying(Provider asked) {
        return RetryingProvider.builder(asked)
                .clock(Clock.fixed(NOW, ZoneOffset.UTC))
                .sleeper((wait, cancellation) -> waits.add(wait));
    }

    private static ProviderException.Builder passing() {
        return ProviderException.builder("busy").status(503).retryable(true);
    }

    private static ModelRequest request() {
        return ModelRequest.builder("m", List.of(Message.user("hi"))).build();
    }

    /** Does one step after the other, one a call. */
    private static final class Scripted implements Provider {

        private interface Step {
            ModelResponse take(StreamSink sink);
        }

        private final Deque<Step> steps = new ArrayDeque<>();
        private Runnable onCall = () -> {};
        private int calls;

        Scripted fails(ProviderException failure) {
            steps.add(sink -> {
                throw failure;
            });
            return this;
        }

        Scripted answers(String text) {
            Supplier<Message> message = () -> Message.assistant(List.of(TextPart.of(text, Label.untrusted())));
            steps.add(sink -> new ModelResponse(message.get(), FinishReason.STOP, Optional.empty(), "m"));
            return this;
        }

        @Override
        public String id() {
            return "scripted";
        }

        @Override
        public ModelResponse generate(ModelRequest request, StreamSink sink) {
            calls++;
            onCall.run();
            return steps.remove().take(sink);
        }
    }
}
