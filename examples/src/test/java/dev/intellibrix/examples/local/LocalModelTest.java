package dev.intellibrix.examples.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.intellibrix.brick.ChatRepl;
import dev.intellibrix.brick.TerminalBrick;
import dev.intellibrix.examples.support.ExampleModel;
import dev.intellibrix.examples.support.Recording;
import dev.intellibrix.examples.support.Shown;
import dev.intellibrix.provider.openai.OpenAiProvider;
import dev.intellibrix.testing.Cassette;
import dev.intellibrix.testing.MockTurn;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class LocalModelTest {

    private final Queue<String> received = new ConcurrentLinkedQueue<>();

    @Test
    void aModelWithoutToolsReadsAFile(@TempDir Path root) throws Exception {
        Files.writeString(root.resolve("colour.txt"), "green");
        String call =
                "I look. <tool_call>{\\\"name\\\": \\\"read_file\\\", \\\"arguments\\\": {\\\"path\\\": \\\"colour.txt\\\"}}</tool_call>";
        HttpServer server = serverThatSays(call, "It is green.");
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        try {
            ChatRepl repl = ChatRepl.on(TerminalBrick.of(
                    new ByteArrayInputStream("Which colour?\n".getBytes(StandardCharsets.UTF_8)), shown));
            String baseUrl = "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";

            ExampleModel model =
                    new ExampleModel(OpenAiProvider.builder().baseUrl(baseUrl).build(), "local");
            repl.chat(LocalModel.agent(model, root, repl, repl).conversation("local"));
        } finally {
            server.stop(0);
        }

        assertThat(shown.toString(StandardCharsets.UTF_8))
                .contains("I look.", "read_file", "It is green.")
                .doesNotContain("tool_call");
        assertThat(received).hasSize(2);
        assertThat(received.poll()).contains("read_file").doesNotContain("\"tools\"");
        assertThat(received.poll()).contains("<tool_response name=\\\"read_file\\\">\\ngreen");
    }

    @Test
    void theRecordingFindsItsAnswerInAFile(@TempDir Path folder) throws Exception {
        Path root = LocalModel.layOut(folder.toRealPath());
        Cassette recording = Recording.of(
                LocalModel.class,
                MockTurn.text(
                        "<tool_call>\n{\"name\": \"grep\", \"arguments\": {\"pattern\": \"port\"}}\n</tool_call>"),
                MockTurn.text("It listens on port 8081, says server.properties."));
        Shown shown = new Shown();
        ChatRepl repl = ChatRepl.on(shown.terminal());

        repl.run(
                LocalModel.agent(new ExampleModel(recording, ExampleModel.RECORDED), root, repl, repl),
                LocalModel.QUESTION);

        recording.assertDone();
        assertThat(shown.text()).contains("grep", "port=8081", "It listens on port 8081");
    }

    private HttpServer serverThatSays(String... answers) throws Exception {
        Queue<String> left = new ConcurrentLinkedQueue<>(List.of(answers));
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/chat/completions", exchange -> {
            try (exchange) {
                received.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
                byte[] body = ("{\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\""
                                + left.poll() + "\"},\"finish_reason\":\"stop\"}]}")
                        .getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        server.start();
        return server;
    }
}
