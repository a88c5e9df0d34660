package dev.intellibrix.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.provider.ToolSpec;
import dev.intellibrix.tool.CancellationSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/**
 * What every {@link Provider} has to do, as JUnit tests. Extend it in a test and say what the server behind the provider does; a
 * server on this machine that plays recorded answers will do.
 *
 * <pre>{@code
 * class MyProviderTest extends ProviderContract {
 *     @Override
 *     protected Provider answering(String text) {
 *         return new MyProvider(server.thatAnswers(text).uri());
 *     }
 *     ...
 * }
 * }</pre>
 *
 * <p>It needs JUnit 6 or newer on the test's class path, which this module does not bring.
 */
public abstract class ProviderContract {

    /** Long enough for everything that is to end by itself, on a busy machine. */
    private static final Duration LONG = Duration.ofMinutes(2);

    private static final String TEXT =
            "Caf\u00e9 \u2013 \u65e5\u672c\u8a9e \ud83d\ude00\n\tline \"two\" \\ </end> {}[]\u0000\u2028.";

    private static final String SCHEMA = "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"},"
            + "\"count\":{\"type\":\"integer\"}},\"required\":[\"text\"],\"additionalProperties\":false}";

    /** For subclasses. */
    protected ProviderContract() {}

    /** A provider whose server gives this answer to every request, in several pieces where it streams. */
    protected abstract Provider answering(String text);

    /** A provider whose server makes these calls in one turn, in answer to every request. */
    protected abstract Provider calling(List<Call> calls);

    /** A provider whose server refuses every request with this HTTP status. */
    protected abstract Provider refusing(int status);

    /** A provider whose server takes requests and never answers. */
    protected abstract Provider silent();

    /** A provider whose server breaks off every answer after this text. */
    protected abstract Provider breakingOffAfter(String text);

    /**
     * A call that the server makes.
     *
     * @param toolName the tool
     * @param input its input; texts and whole numbers
     */
    protected record Call(String toolName, Map<String, Object> input) {
        /** With an input that does not change any more. */
        public Call {
            input = Map.copyOf(input);
        }
    }

    /** Keeps a stream, and the threads that it came on. */
    private static final class Pieces implements StreamSink {
        private final StringBuilder text = new StringBuilder();
        private final Set<Thread> threads = new HashSet<>();
        private int count;

        @Override
        public void text(String delta) {
            text.append(delta);
            count++;
            threads.add(Thread.currentThread());
        }

        @Override
        public void reasoning(String delta) {
            threads.add(Thread.currentThread());
        }
    }

    private static ModelRequest.Builder request() {
        return ModelRequest.builder("test-model", List.of(Message.system("You test."), Message.user("Begin.")))
                .tools(List.of(
                        new ToolSpec("note", "Notes a text", SCHEMA), new ToolSpec("look", "Looks at a text", SCHEMA)));
    }

    @Test
    void itsIdIsAWordAndStaysTheSame() {
        Provider provider = answering("yes");

        assertFalse(provider.id().isBlank(), "the id");
        assertEquals(provider.id(), provider.id());
    }

    @Test
    void anAnswerIsWholeAndIsTheSumOfItsPieces() {
        Pieces pieces = new Pieces();
        ModelResponse response = answering(TEXT).generate(request().build(), pieces);

        assertEquals(Role.ASSISTANT, response.message().role());
        assertEquals(TEXT, response.message().text());
        assertEquals(TEXT, pieces.text.toString(), "what was streamed");
        assertTrue(response.message().toolCalls().isEmpty(), "there are no calls");
        response.usage().ifPresent(usage -> assertTrue(usage.totalTokens() >= 0, "tokens are not negative"));
    }

    @Test
    void piecesComeOnTheThreadThatAsks() {
        Pieces pieces = new Pieces();
        answering(TEXT).generate(request().build(), pieces);

        assertTrue(pieces.count > 0, "there are pieces");
        assertEquals(Set.of(Thread.currentThread()), pieces.threads);
    }

    @Test
    void aSinkThatThrowsEndsTheCallWithItsException() {
        IllegalStateException thrown = new IllegalStateException("the sink is full");
        Provider provider = answering(TEXT);
        StreamSink sink = new StreamSink() {
            @Override
            public void text(String delta) {
                throw thrown;
            }

            @Override
            public void reasoning(String delta) {}
        };

        assertSame(
                thrown,
                assertThrows(
                        IllegalStateException.class,
                        () -> provider.generate(request().build(), sink)));
    }

    @Test
    void callsComeInOrderWithTheirNamesAndTheirWholeInputs() {
        List<Call> calls = List.of(
                new Call("note", Map.of("text", TEXT, "count", 12)),
                new Call("look", Map.of("text", "a")),
                new Call("note", Map.of("text", "")));
        ModelResponse response = calling(calls).generate(request().build(), StreamSink.none());

        List<Call> found = new ArrayList<>();
        for (ToolCallPart call : response.message().toolCalls()) {
            found.add(new Call(call.toolName(), input(call)));
        }
        assertEquals(calls, found);
    }

    @Test
    void idsOfCallsAreDifferentWhereThereAreAny() {
        ModelResponse response = calling(List.of(
                        new Call("note", Map.of("text", "a")),
                        new Call("note", Map.of("text", "a")),
                        new Call("note", Map.of("text", "a"))))
                .generate(request().build(), StreamSink.none());

        List<String> ids = response.message().toolCalls().stream()
                .map(ToolCallPart::id)
                .filter(id -> !id.isBlank())
                .toList();
        assertEquals(ids.size(), Set.copyOf(ids).size(), () -> "ids are given once: " + ids);
    }

    @Test
    void whatWasCalledAndWhatCameOfItCanBeSentBack() {
        Provider provider =
                calling(List.of(new Call("note", Map.of("text", "a")), new Call("look", Map.of("text", "b"))));
        ModelResponse first = provider.generate(request().build(), StreamSink.none());

        ModelResponse second = provider.generate(withResults(first), StreamSink.none());

        assertEquals(2, second.message().toolCalls().size());
    }

    @Test
    void aRefusalIsAProviderExceptionWithItsStatus() {
        for (int status : List.of(400, 401, 404)) {
            Provider provider = refusing(status);
            ProviderException refused = assertThrows(
                    ProviderException.class, () -> provider.generate(request().build(), StreamSink.none()));
            assertEquals(status, refused.status());
            assertFalse(refused.isRetryable(), () -> status + " is not worth another try");
        }
    }

    @Test
    void aServerThatIsBusyIsWorthAnotherTry() {
        for (int status : List.of(429, 500, 503)) {
            Provider provider = refusing(status);
            ProviderException refused = assertThrows(
                    ProviderException.class, () -> provider.generate(request().build(), StreamSink.none()));
            assertEquals(status, refused.status());
            assertTrue(refused.isRetryable(), () -> status + " is worth another try");
        }
    }

    @Test
    void anAnswerThatBreaksOffIsNeverAnAnswer() {
        Provider provider = breakingOffAfter("Half of");

        ProviderException broken = assertThrows(
                ProviderException.class, () -> provider.generate(request().build(), StreamSink.none()));

        assertEquals("Half of", broken.partialText());
    }

    @Test
    void aCallThatIsCancelledEndsSoon() throws Exception {
        CancellationSource cancellation = new CancellationSource();
        Provider provider = silent();
        CompletableFuture<ModelResponse> answer = new CompletableFuture<>();
        start(provider, request().cancellation(cancellation).build(), answer);

        cancellation.cancel();

        assertFails(answer);
    }

    @Test
    void aCallThatWasCancelledBeforeEndsSoon() throws Exception {
        CancellationSource cancellation = new CancellationSource();
        cancellation.cancel();
        CompletableFuture<ModelResponse> answer = new CompletableFuture<>();
        start(silent(), request().cancellation(cancellation).build(), answer);

        assertFails(answer);
    }

    @Test
    void anInterruptEndsTheCallSoon() throws Exception {
        CompletableFuture<ModelResponse> answer = new CompletableFuture<>();
        Thread thread = start(silent(), request().build(), answer);

        thread.interrupt();

        assertFails(answer);
    }

    @Test
    void aCallEndsWhenItsTimeIsUp() throws Exception {
        CompletableFuture<ModelResponse> answer = new CompletableFuture<>();
        start(silent(), request().deadline(Instant.now().plusSeconds(2)).build(), answer);

        assertFails(answer);
    }

    @Test
    void oneProviderServesManyAtOnceAndMixesNothing() throws Exception {
        Provider provider = answering(TEXT);
        List<CompletableFuture<ModelResponse>> answers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            CompletableFuture<ModelResponse> answer = new CompletableFuture<>();
            answers.add(answer);
            start(provider, request().build(), answer);
        }

        for (CompletableFuture<ModelResponse> answer : answers) {
            assertEquals(
                    TEXT,
                    answer.get(LONG.toSeconds(), TimeUnit.SECONDS).message().text());
        }
    }

    private static Thread start(Provider provider, ModelRequest request, CompletableFuture<ModelResponse> answer) {
        Thread thread = new Thread(() -> {
            try {
                answer.complete(provider.generate(request, StreamSink.none()));
            } catch (Throwable e) {
                answer.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void assertFails(CompletableFuture<ModelResponse> answer) throws InterruptedException {
        try {
            answer.get(LONG.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            assertInstanceOf(Exception.class, e.getCause());
            return;
        } catch (CancellationException e) {
            return;
        } catch (TimeoutException e) {
            throw new AssertionError("the call has not ended after " + LONG, e);
        }
        throw new AssertionError("the call ended with an answer");
    }

    private static ModelRequest withResults(ModelResponse first) {
        List<Message> messages = new ArrayList<>(request().build().messages());
        List<ToolCallPart> calls = new ArrayList<>();
        for (ToolCallPart call : first.message().toolCalls()) { // The loop names calls that the provider did not name.
            calls.add(call.id().isBlank() ? call.withId("call_" + calls.size()) : call);
        }
        messages.add(Message.assistant(calls));
        messages.add(Message.toolResults(calls.stream()
                .map(call -> ToolResultPart.of(call, ToolOutcome.SUCCEEDED, "done"))
                .toList()));
        return request().messages(messages).build();
    }

    private static Map<String, Object> input(ToolCallPart call) {
        Map<String, Object> input = new LinkedHashMap<>();
        Json.mapper()
                .readTree(call.arguments())
                .properties()
                .forEach(field -> input.put(
                        field.getKey(),
                        field.getValue().isString()
                                ? field.getValue().stringValue()
                                : (Object) field.getValue().intValue()));
        return input;
    }
}
