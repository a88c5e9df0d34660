package dev.intellibrix.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.internal.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only shows in a process of its own: its standard streams, and that it ends. */
class ProcessTest {

    @TempDir
    Path folder;

    private Process process;

    @AfterEach
    void kill() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    private Path errors() {
        return folder.resolve("errors.txt");
    }

    private BufferedReader start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                StdioProgram.class.getName()));
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command).redirectError(errors().toFile()).start();
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    @Test
    void standardOutputHoldsMessagesOnlyAndTheProcessEndsWithItsInput() throws Exception {
        BufferedReader out = start();
        assertThat(out.readLine()).isEqualTo("printed before"); // Before it serves, a program may do as it likes.
        try (OutputStream in = process.getOutputStream()) {
            for (String line : List.of(
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":"
                            + StreamClient.initialize("{}") + "}",
                    "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"chatty\"}}")) {
                in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                in.flush();
            }
            assertThat(Json.parse(out.readLine()).path("id").intValue()).isEqualTo(1);
            assertThat(Json.parse(out.readLine()).at("/result/content/0/text").stringValue())
                    .isEqualTo("done");
        }

        assertThat(out.readLine()).isNull();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(Files.readString(errors())).contains("printed by a tool");
    }

    @Test
    void theProcessEndsWhenTheEndpointIsClosed() throws Exception {
        BufferedReader out = start("http");
        out.readLine();
        int port = Integer.parseInt(out.readLine());
        RawHttp.Answer begun = RawHttp.post(
                port,
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":" + StreamClient.initialize("{}")
                        + "}");
        assertThat(begun.status()).isEqualTo(200);

        process.getOutputStream().close();

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }
}
