package dev.intellibrix.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.internal.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * The scenarios for clients of the protocol's official conformance suite. Those that are left out do not apply:
 * {@code elicitation-sep1034-client-defaults}, since this client offers no questions to the user, and {@code auth/*}, since it
 * does no OAuth.
 */
@Tag("thorough")
class ClientConformanceTest {

    /** The newest that runs on Node 20. */
    private static final String SUITE = "@modelcontextprotocol/conformance@0.1.13";

    @TempDir
    static Path folder;

    private static Npm npm;

    @BeforeAll
    static void install() throws Exception {
        npm = Npm.with(folder, SUITE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"initialize", "tools_call", "sse-retry"})
    void passes(String scenario) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Path client = Files.writeString(
                folder.resolve("client.sh"),
                "exec \"" + java + "\" -cp \"" + System.getProperty("java.class.path") + "\" "
                        + ConformanceClient.class.getName() + " \"$@\"\n");

        Path results = folder.resolve("results");

        Npm.Said said = npm.node(
                "@modelcontextprotocol/conformance/dist/index.js",
                List.of(
                        "client",
                        "--command",
                        "sh " + client,
                        "--scenario",
                        scenario,
                        "--timeout",
                        "120000",
                        "-o",
                        results.toString()));

        List<JsonNode> checks = checks(scenario);
        assertThat(checks).as(said.out() + said.errors()).isNotEmpty();
        assertThat(checks)
                .as(said.out() + said.errors())
                .noneMatch(check -> check.path("status").stringValue("").equals("FAILURE") && !isLate(check));
        assertThat(checks)
                .anyMatch(check -> check.path("status").stringValue("").equals("SUCCESS"));
    }

    /** A machine that is busy makes a client late, which says nothing of the client. */
    private static boolean isLate(JsonNode check) {
        return check.at("/details/veryLate").asBoolean(false);
    }

    private static List<JsonNode> checks(String scenario) throws Exception {
        try (Stream<Path> files = Files.walk(folder.resolve("results"))) {
            Path file = files.filter(path ->
                            path.endsWith("checks.json") && path.toString().contains(scenario))
                    .findFirst()
                    .orElseThrow();
            return List.copyOf(Json.parse(Files.readString(file)).values());
        }
    }
}
