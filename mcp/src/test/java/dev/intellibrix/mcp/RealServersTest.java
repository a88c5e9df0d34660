package dev.intellibrix.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.intellibrix.message.MediaPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.tool.Tool;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The servers that the protocol's makers publish, over both transports. */
@Tag("thorough")
class RealServersTest {

    private static final String EVERYTHING = "@modelcontextprotocol/server-everything";
    private static final String FILESYSTEM = "@modelcontextprotocol/server-filesystem";
    private static final String VERSION = "@2026.8.31";

    @TempDir
    static Path installed;

    @TempDir
    Path folder;

    @BeforeAll
    static void install() throws Exception {
        Npm.with(installed, EVERYTHING + VERSION, FILESYSTEM + VERSION);
    }

    private static String script(String name) {
        return installed.resolve("node_modules/" + name + "/dist/index.js").toString();
    }

    private static McpTools.Builder builder(String name) {
        return McpTools.builder(name).connectTimeout(Duration.ofMinutes(1));
    }

    private void usesEverything(McpTools tools) {
        Runs runs = new Runs(tools);

        assertThat(tools.tools()).extracting(Tool::name).contains("all__echo", "all__get-sum", "all__get-tiny-image");
        assertThat(tools.leftOut()).isEmpty();
        ToolResultPart echo =
                Runs.results(runs.run("all__echo", Map.of("message", "hello"))).get(0);
        assertThat(echo.outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
        assertThat(echo.text()).contains("hello");
        assertThat(Runs.results(runs.run("all__get-sum", Map.of("a", 2, "b", 40)))
                        .get(0)
                        .text())
                .contains("42");
        ToolResultPart image =
                Runs.results(runs.run("all__get-tiny-image", Map.of())).get(0);
        assertThat(image.media()).extracting(MediaPart::mimeType).containsExactly("image/png");
        ToolResultPart bad =
                Runs.results(runs.run("all__get-sum", Map.of("a", "two"))).get(0);
        assertThat(bad.outcome()).isEqualTo(ToolOutcome.INVALID_INPUT);
        assertThat(runs.asked).hasSize(3);
    }

    @Test
    void usesEverythingOverStandardStreams() {
        try (McpTools tools =
                builder("all").stdio("node", script(EVERYTHING), "stdio").connect()) {
            usesEverything(tools);
        }
    }

    @Test
    void usesEverythingOverHttp() throws Exception {
        int port = freePort();
        ProcessBuilder builder =
                new ProcessBuilder("node", script(EVERYTHING), "streamableHttp").redirectErrorStream(true);
        builder.environment().put("PORT", Integer.toString(port));
        Process server = builder.start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))) {
            String line = said.readLine();
            while (line != null && !line.contains("listening")) {
                line = said.readLine();
            }
            assumeTrue(line != null, "the server did not start");
            try (McpTools tools =
                    builder("all").http("http://127.0.0.1:" + port + "/mcp").connect()) {
                usesEverything(tools);
            }
        } finally {
            server.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void usesTheFilesystemOverStandardStreams() throws Exception {
        Path root = folder.toRealPath();
        Files.writeString(root.resolve("notes.txt"), "remember the milk\n");
        try (McpTools tools = builder("files")
                .stdio("node", script(FILESYSTEM), root.toString())
                .free("read_text_file")
                .connect()) {
            Runs runs = new Runs(tools);
            assertThat(tools.leftOut()).isEmpty();

            ToolResultPart read = Runs.results(runs.run(
                            "files__read_text_file",
                            Map.of("path", root.resolve("notes.txt").toString())))
                    .get(0);
            assertThat(read.text()).contains("remember the milk");
            assertThat(runs.asked).isEmpty();

            Runs.results(runs.run(
                    "files__write_file", Map.of("path", root.resolve("new.txt").toString(), "content", "written")));
            assertThat(root.resolve("new.txt")).hasContent("written");
            assertThat(runs.asked).hasSize(1);

            ToolResultPart outside = Runs.results(runs.run("files__read_text_file", Map.of("path", "/etc/hostname")))
                    .get(0);
            assertThat(outside.outcome()).isEqualTo(ToolOutcome.FAILED);
        }
    }

    @Test
    void namesOfBothServersStandBesideEachOther() throws Exception {
        try (McpTools one = builder("one")
                        .stdio("node", script(EVERYTHING), "stdio")
                        .connect();
                McpTools two = builder("two")
                        .stdio("node", script(EVERYTHING), "stdio")
                        .connect()) {
            List<String> names = new java.util.ArrayList<>();
            one.tools().forEach(tool -> names.add(tool.name()));
            two.tools().forEach(tool -> names.add(tool.name()));
            assertThat(names).doesNotHaveDuplicates().contains("one__echo", "two__echo");
        }
    }
}
