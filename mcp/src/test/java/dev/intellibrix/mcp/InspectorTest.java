package dev.intellibrix.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.internal.json.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The command line of the protocol's inspector, a client of its own making, against a server of ours. */
@Tag("thorough")
class InspectorTest {

    /** The newest that runs on Node 20. */
    private static final String INSPECTOR = "@modelcontextprotocol/inspector@0.15.0";

    @TempDir
    static Path folder;

    private static Npm npm;

    @BeforeAll
    static void install() throws Exception {
        npm = Npm.with(folder, INSPECTOR);
    }

    private static JsonNode inspect(List<String> server, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("--cli"));
        all.addAll(server);
        all.addAll(List.of(arguments));
        Npm.Said said = npm.node("@modelcontextprotocol/inspector/cli/build/cli.js", all);
        assertThat(said.status()).as(said.out() + said.errors()).isZero();
        return Json.parse(said.out());
    }

    private static void listsAndCalls(List<String> server) throws Exception {
        JsonNode listed = inspect(server, "--method", "tools/list");
        assertThat(listed.at("/tools/0/name").stringValue()).isEqualTo("chatty");

        JsonNode called = inspect(server, "--method", "tools/call", "--tool-name", "chatty");
        assertThat(called.at("/content/0/text").stringValue()).isEqualTo("done");
    }

    @Test
    void usesAServerOverStandardStreams() throws Exception {
        listsAndCalls(Stream.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        StdioProgram.class.getName(),
                        "quiet")
                .toList());
    }

    @Test
    void usesAServerOverHttp() throws Exception {
        try (McpEndpoint endpoint = StdioProgram.server().http(0)) {
            listsAndCalls(List.of(endpoint.uri().toString(), "--transport", "http"));
        }
    }
}
