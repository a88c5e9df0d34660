package dev.intellibrix.provider.openai;

import static dev.intellibrix.provider.openai.ChatServer.delta;
import static dev.intellibrix.provider.openai.ChatServer.finish;
import static dev.intellibrix.provider.openai.ChatServer.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.message.Message;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.StreamSink;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One provider for many callers at once. */
@Timeout(120)
class OpenAiConcurrencyTest {

    private static final int CALLS = 64;

    private ChatServer server;
    private ExecutorService threads;

    @BeforeEach
    void start() throws Exception {
        server = new ChatServer();
        server.mock().setDispatcher(new Echo());
        threads = Executors.newCachedThreadPool();
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
        server.close();
    }

    @Test
    void sixtyFourCallsAtOnceGetTheirOwnAnswers() throws Exception {
        OpenAiProvider provider = server.builder().build();
        Message shared = Message.system("shared by all");
        List<Callable<String>> calls = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            String text = "call number " + i;
            calls.add(() -> ask(provider, StreamSink.none(), shared, Message.user(text))
                    .message()
                    .text());
        }

        List<String> answers = new ArrayList<>();
        for (Future<String> answer : threads.invokeAll(calls)) {
            answers.add(answer.get());
        }

        for (int i = 0; i < CALLS; i++) {
            assertThat(answers.get(i)).isEqualTo("call number " + i);
        }
    }

    @Test
    void twoStreamsThatTakeTurnsDoNotMix() throws Exception {
        OpenAiProvider provider = server.builder().build();
        CyclicBarrier turns = new CyclicBarrier(2);

        Future<List<String>> one = threads.submit(() -> streamed(provider, turns, "aaaaaaaaaa"));
        Future<List<String>> two = threads.submit(() -> streamed(provider, turns, "bbbbbbbbbb"));

        assertThat(one.get(60, TimeUnit.SECONDS)).hasSize(10).containsOnly("a");
        assertThat(two.get(60, TimeUnit.SECONDS)).hasSize(10).containsOnly("b");
    }

    /** The pieces of a stream, each taken only when the other stream has one too. */
    private static List<String> streamed(OpenAiProvider provider, CyclicBarrier turns, String text) {
        List<String> pieces = new ArrayList<>();
        ModelResponse response = ask(
                provider,
                new StreamSink() {
                    @Override
                    public void text(String delta) {
                        pieces.add(delta);
                        try {
                            turns.await(30, TimeUnit.SECONDS);
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    }

                    @Override
                    public void reasoning(String delta) {}
                },
                Message.user(text));
        assertThat(response.message().text()).isEqualTo(text);
        return pieces;
    }

    private static ModelResponse ask(OpenAiProvider provider, StreamSink sink, Message... messages) {
        return provider.generate(ModelRequest.builder("m", List.of(messages)).build(), sink);
    }

    /** Streams the last message back, one character an event. */
    private static final class Echo extends Dispatcher {

        @Override
        public MockResponse dispatch(RecordedRequest request) {
            StringBuilder stream = new StringBuilder();
            lastMessage(request)
                    .chars()
                    .forEach(c -> stream.append("data: ")
                            .append(quoted(delta("{'content':'" + (char) c + "'}")))
                            .append("\n\n"));
            stream.append("data: ").append(quoted(finish("stop"))).append("\n\ndata: [DONE]\n\n");
            return new MockResponse.Builder()
                    .addHeader("Content-Type", "text/event-stream")
                    .chunkedBody(stream.toString(), 16)
                    .build();
        }

        private static String lastMessage(RecordedRequest request) {
            try {
                var messages = Json.parse(request.getBody().utf8()).path("messages");
                return messages.path(messages.size() - 1).path("content").stringValue();
            } catch (JsonFault e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
