package dev.intellibrix.examples.mcpserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program as a client starts it. */
class McpServerTest {

    @TempDir
    Path folder;

    private Path root;
    private Process process;
    private Writer in;
    private BufferedReader out;

    @BeforeEach
    void layOut() throws IOException {
        root = Files.createDirectory(folder.resolve("root"));
        Files.writeString(root.resolve("a.txt"), "hello\n");
    }

    @AfterEach
    void kill() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    private void start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                McpServer.class.getName()));
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command)
                .redirectError(folder.resolve("errors.txt").toFile())
                .start();
        in = process.outputWriter(StandardCharsets.UTF_8);
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    private void send(String message) throws IOException {
        in.write("{\"jsonrpc\":\"2.0\"," + message + "}\n");
        in.flush();
    }

    private String ask(String message) throws IOException {
        send(message);
        return out.readLine();
    }

    @Test
    void readsWithoutAskingAndWritesWhatTheUserAllows() throws Exception {
        start("--root", root.toString());
        assertThat(ask("\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                        + "\"capabilities\":{\"elicitation\":{}},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}"))
                .contains("\"name\":\"workspace\"");
        assertThat(ask("\"id\":2,\"method\":\"tools/list\"")).contains("read_file", "write_file");
        assertThat(
                        ask(
                                "\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"read_file\",\"arguments\":{\"path\":\"a.txt\"}}"))
                .contains("hello");

        String write = "\"method\":\"tools/call\",\"params\":{\"name\":\"write_file\","
                + "\"arguments\":{\"path\":\"b.txt\",\"content\":\"new\"}}";
        assertThat(ask("\"id\":4," + write)).contains("elicitation/create", "approval-1");
        assertThat(ask("\"id\":\"approval-1\",\"result\":{\"action\":\"decline\"}"))
                .contains("\"isError\":true");
        assertThat(root.resolve("b.txt")).doesNotExist();

        assertThat(ask("\"id\":5," + write)).contains("elicitation/create", "approval-2");
        assertThat(ask("\"id\":\"approval-2\",\"result\":{\"action\":\"accept\",\"content\":{\"allow\":true}}"))
                .contains("\"isError\":false");
        assertThat(root.resolve("b.txt")).hasContent("new");

        // What the session has read may be changed by a later call.
        assertThat(ask("\"id\":6,\"method\":\"tools/call\",\"params\":{\"name\":\"edit_file\",\"arguments\":"
                        + "{\"path\":\"a.txt\",\"oldText\":\"hello\",\"newText\":\"bye\"}}"))
                .contains("elicitation/create", "approval-3");
        assertThat(ask("\"id\":\"approval-3\",\"result\":{\"action\":\"accept\",\"content\":{\"allow\":true}}"))
                .contains("\"isError\":false");
        assertThat(root.resolve("a.txt")).hasContent("bye");

        in.close();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    @Test
    void saysHowItIsUsed() throws Exception {
        start("--help");

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(2);
        assertThat(Files.readString(folder.resolve("errors.txt"))).contains("--root DIR");
        assertThat(out.readLine()).isNull();
    }
}
