package dev.intellibrix.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.intellibrix.provider.openai.OpenAiProvider;
import dev.intellibrix.provider.wire.ScriptedServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys reach the server and nobody else, for each API. */
class KeysTest {

    private static final String KEY = ScriptedServer.KEY;

    @ParameterizedTest
    @EnumSource(Api.class)
    void theKeyIsInNothingThatCanBeSeen(Api api) throws Exception {
        String echo =
                "{\"error\":{\"message\":\"bad key " + KEY + "\",\"type\":\"" + KEY + "\",\"status\":\"" + KEY + "\"}}";
        try (ScriptedServer<?> server = api.open()) {
            for (MockResponse answer : List.of(
                    new MockResponse.Builder().code(401).body(echo).build(),
                    new MockResponse.Builder().code(502).body(KEY).build(),
                    new MockResponse.Builder().code(200).body(echo).build(),
                    new MockResponse.Builder().code(200).body("<p>" + KEY).build(),
                    new MockResponse.Builder().body("data: " + KEY + "\n\n").build(),
                    new MockResponse.Builder()
                            .body("event: error\ndata: " + KEY + "\n\n")
                            .build())) {
                ProviderException failure = server.answer(answer).failure();
                assertThat(traceOf(failure)).doesNotContain("0123456789abcdef");
                assertThat(failure.code()).doesNotContain("0123456789abcdef");
            }
            assertThat(server.provider().toString()).contains("localhost").doesNotContain("sk-");
            assertThat(server.provider(() -> KEY).toString()).doesNotContain("sk-");
        }
    }

    /** Wherever a long explanation is cut, half of a key that stands there is no longer known as one. */
    @ParameterizedTest
    @EnumSource(Api.class)
    void noHalfOfTheKeyIsLeftWhereATextIsCut(Api api) throws Exception {
        try (ScriptedServer<?> server = api.open()) {
            for (int before : new int[] {180, 184, 190, 485, 1_990, 2_450, 2_470, 19_990}) {
                String text = "x".repeat(before) + KEY;
                for (MockResponse answer : List.of(
                        new MockResponse.Builder().code(502).body(text).build(),
                        new MockResponse.Builder()
                                .code(400)
                                .body("{\"error\":{\"message\":\"" + text + "\",\"type\":\"" + text + "\"}}")
                                .build(),
                        new MockResponse.Builder()
                                .body("data: {\"error\":{\"message\":\"" + text + "\"}}\n\n")
                                .build(),
                        new MockResponse.Builder()
                                .body("data: " + text + "\n\n")
                                .build(),
                        new MockResponse.Builder()
                                .body(
                                        "data: {\"candidates\":[{\"content\":{},\"finishReason\":\"OTHER\",\"finishMessage\":\""
                                                + text + "\"}]}\n\n")
                                .build())) {
                    ProviderException failure = server.answer(answer).failure();
                    assertThat(traceOf(failure)).doesNotContain("xsk-");
                    assertThat(failure.code()).doesNotContain("xsk-");
                }
            }
        }
    }

    @Test
    void aServerThatRepeatsAKeyWithoutTheSchemeOfItsHeaderShowsNothing() throws Exception {
        try (ScriptedServer<?> server = Api.OPENAI.open()) {
            server.answer(new MockResponse.Builder()
                    .code(401)
                    .body("bad token other-secret-123")
                    .build());
            Provider provider = OpenAiProvider.builder()
                    .baseUrl(server.mock().url("/v1").toString())
                    .header("Proxy-authorization", "Bearer other-secret-123")
                    .build();

            assertThat(failure(provider)).hasMessageContaining("bad token ***");
        }
    }

    @ParameterizedTest
    @EnumSource(Api.class)
    void aSupplierIsAskedWithEveryCallAndItsKeyIsNotShown(Api api) throws Exception {
        Iterator<String> keys = List.of("first-key-0123", "second-key-0123").iterator();
        try (ScriptedServer<?> server = api.open()) {
            Provider provider = server.provider(keys::next);
            server.says("ok")
                    .answer(new MockResponse.Builder()
                            .code(401)
                            .body("{\"error\":{\"message\":\"bad second-key-0123\"}}")
                            .build());

            provider.generate(ScriptedServer.request(), StreamSink.none());
            ProviderException failure = failure(provider);

            assertThat(keyOf(server.receivedRequest())).endsWith("first-key-0123");
            assertThat(keyOf(server.receivedRequest())).endsWith("second-key-0123");
            assertThat(failure).hasMessageContaining("bad ***");
        }
    }

    @ParameterizedTest
    @EnumSource(Api.class)
    void withoutAKeyFromTheSupplierNothingIsSent(Api api) throws Exception {
        try (ScriptedServer<?> server = api.open()) {
            for (Supplier<String> keys :
                    List.<Supplier<String>>of(() -> " ", () -> "a\nb-hidden-key", KeysTest::noVault)) {
                ProviderException failure = failure(server.provider(keys));
                assertThat(failure).hasMessageContaining("supplier of the key");
                assertThat(failure.isRetryable()).isFalse();
                assertThat(traceOf(failure)).doesNotContain("hidden-key");
            }
            assertThat(server.mock().getRequestCount()).isZero();
        }
    }

    private static ProviderException failure(Provider provider) {
        return catchThrowableOfType(
                ProviderException.class, () -> provider.generate(ScriptedServer.request(), StreamSink.none()));
    }

    private static String keyOf(RecordedRequest request) {
        for (String name : List.of("Authorization", "x-api-key", "x-goog-api-key")) {
            String value = request.getHeaders().get(name);
            if (value != null) {
                return value;
            }
        }
        return "";
    }

    private static String traceOf(Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        return trace.toString();
    }

    private static String noVault() {
        throw new IllegalStateException("no vault, hidden-key");
    }
}
