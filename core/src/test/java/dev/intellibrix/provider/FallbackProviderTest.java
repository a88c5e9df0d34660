package dev.intellibrix.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.tool.CancellationSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class FallbackProviderTest {

    private final List<String> asked = new ArrayList<>();

    @Test
    void theFirstProviderAnswersWhenItCan() {
        Provider fallback = FallbackProvider.of(answering("one"), answering("two"));

        assertThat(ask(fallback)).isEqualTo("one for m");
        assertThat(asked).containsExactly("one");
    }

    @Test
    void theNextProviderAnswersWhenOneFails() {
        Provider fallback = FallbackProvider.of(failing("one"), failing("two"), answering("three"));

        assertThat(ask(fallback)).isEqualTo("three for m");
        assertThat(asked).containsExactly("one", "two", "three");
    }

    @Test
    void everyCallStartsWithTheFirstAgain() {
        Provider fallback = FallbackProvider.of(failing("one"), answering("two"));

        ask(fallback);
        ask(fallback);

        assertThat(asked).containsExactly("one", "two", "one", "two");
    }

    @Test
    void theLastFailureIsThrownWithTheOthersInIt() {
        Provider fallback = FallbackProvider.of(failing("one"), failing("two"));

        assertThatThrownBy(() -> ask(fallback))
                .isInstanceOf(ProviderException.class)
                .satisfies(e -> {
                    assertThat(e).hasMessage("two failed");
                    assertThat(e.getSuppressed())
                            .extracting(Throwable::getMessage)
                            .containsExactly("one failed");
                });
    }

    @Test
    void noOtherProviderIsAskedOnceSomethingWasEmitted() {
        Provider half = provider("one", (request, sink) -> {
            sink.text("half");
            throw ProviderException.builder("one failed").build();
        });

        assertThatThrownBy(() -> ask(FallbackProvider.of(half, answering("two"))))
                .hasMessage("one failed");
        assertThat(asked).containsExactly("one");
    }

    @Test
    void whatIsNotAFailureOfTheProviderIsThrown() {
        IllegalStateException mine = new IllegalStateException("mine");
        Provider broken = provider("one", (request, sink) -> {
            throw mine;
        });

        assertThatThrownBy(() -> ask(FallbackProvider.of(broken, answering("two"))))
                .isSameAs(mine);
    }

    @Test
    void noOtherProviderIsAskedAfterACancellation() {
        CancellationSource cancellation = new CancellationSource();
        Provider cancelled = provider("one", (request, sink) -> {
            cancellation.cancel();
            throw ProviderException.builder("one failed").build();
        });
        ModelRequest request = request().toBuilder().cancellation(cancellation).build();

        assertThatThrownBy(
                        () -> FallbackProvider.of(cancelled, answering("two")).generate(request, StreamSink.none()))
                .hasMessage("one failed");
        assertThat(asked).containsExactly("one");
    }

    @Test
    void noOtherProviderIsAskedAfterTheDeadline() {
        ModelRequest request = request().toBuilder().deadline(Instant.EPOCH).build();

        assertThatThrownBy(() ->
                        FallbackProvider.of(failing("one"), answering("two")).generate(request, StreamSink.none()))
                .hasMessage("one failed");
    }

    @Test
    void aProviderCanHaveAModelOfItsOwn() {
        Provider fallback = FallbackProvider.builder(failing("one"))
                .then(answering("two"), "small")
                .build();

        assertThat(ask(fallback)).isEqualTo("two for small");
    }

    @Test
    void hasTheIdOfItsFirstProvider() {
        assertThat(FallbackProvider.of(failing("one"), answering("two")).id()).isEqualTo("one");
    }

    private interface Body {
        ModelResponse answer(ModelRequest request, StreamSink sink);
    }

    private Provider answering(String id) {
        Function<ModelRequest, Message> message =
                request -> Message.assistant(List.of(TextPart.of(id + " for " + request.model(), Label.untrusted())));
        return provider(
                id,
                (request, sink) -> new ModelResponse(message.apply(request), FinishReason.STOP, Optional.empty(), ""));
    }

    private Provider failing(String id) {
        return provider(id, (request, sink) -> {
            throw ProviderException.builder(id + " failed").build();
        });
    }

    private Provider provider(String id, Body body) {
        return new Provider() {
            @Override
            public String id() {
                return id;
            }

            @Override
            public ModelResponse generate(ModelRequest request, StreamSink sink) {
                asked.add(id);
                return body.answer(request, sink);
            }
        };
    }

    private static String ask(Provider provider) {
        return provider.generate(request(), StreamSink.none()).message().text();
    }

    private static ModelRequest request() {
        return ModelRequest.builder("m", List.of(Message.user("hi"))).build();
    }
}
