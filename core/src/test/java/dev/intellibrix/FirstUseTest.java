package dev.intellibrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.provider.FinishReason;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.tool.Tool;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The first use of the SDK in a process, by many threads at once. */
class FirstUseTest {

    private static final int THREADS = 16;

    record Add(int a, int b) {}

    @Test
    @Timeout(120)
    void c16SixteenThreadsAtOnceGetWhatOneGets() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        FirstUseTest.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(output.lines()).hasSize(THREADS).containsOnly("the sum is 3");
        assertThat(process.waitFor()).isZero();
    }

    /** Runs in a process of its own, in which nothing was used before. */
    public static void main(String[] args) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        CyclicBarrier together = new CyclicBarrier(THREADS);
        List<Future<String>> answers = IntStream.range(0, THREADS)
                .mapToObj(i -> threads.submit(() -> {
                    together.await();
                    return answer();
                }))
                .toList();
        for (Future<String> answer : answers) {
            System.out.println(answer.get());
        }
        threads.shutdown();
    }

    private static String answer() {
        Tool add = Tool.define("add", Add.class)
                .description("Adds")
                .execute((input, context) -> "the sum is " + (input.a() + input.b()));
        return new Intelligence(IntelligenceOptions.builder()
                        .provider(new Adder())
                        .tools(add)
                        .onRunEvent(event -> {})
                        .build())
                .ask("go")
                .text();
    }

    /** Asks for a sum and repeats the result. */
    private static final class Adder implements Provider {

        @Override
        public String id() {
            return "adder";
        }

        @Override
        public ModelResponse generate(ModelRequest request, StreamSink sink) {
            Message last = request.messages().get(request.messages().size() - 1);
            Message turn = last.role() == Role.TOOL
                    ? Message.assistant(
                            List.of(TextPart.of(last.toolResults().get(0).text(), Label.TRUSTED)))
                    : Message.assistant(List.of(ToolCallPart.of("c1", "add", "{\"a\":1,\"b\":2}")));
            return new ModelResponse(turn, FinishReason.STOP, Optional.empty(), "m");
        }
    }
}
