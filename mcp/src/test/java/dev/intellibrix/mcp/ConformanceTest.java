package dev.intellibrix.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The protocol's official conformance suite against a server of ours. Every scenario passes, or stands here with the reason. */
@Tag("thorough")
class ConformanceTest {

    /** The newest that runs on Node 20; it has the same scenarios as those after it. */
    private static final String SUITE = "@modelcontextprotocol/conformance@0.1.13";

    private static final String TOOLS_ONLY =
            "the server serves tools, and says so; resources and prompts are not among them";
    private static final String NO_LOGGING =
            "a tool reports progress; log messages for a client are not part of a tool's context";
    private static final String NO_FORMS = "the only form that a client's user is shown is that of an approval";

    /** The scenarios that do not apply, with the reason. */
    private static final Map<String, String> NOT_APPLICABLE = Map.ofEntries(
            Map.entry("logging-set-level", NO_LOGGING),
            Map.entry("tools-call-with-logging", NO_LOGGING),
            Map.entry(
                    "completion-complete", "there are no prompts and no templates whose arguments could be completed"),
            Map.entry("tools-call-sampling", "a tool does not ask the client's model"),
            Map.entry("elicitation-sep1034-defaults", NO_FORMS),
            Map.entry("elicitation-sep1330-enums", NO_FORMS),
            Map.entry("resources-list", TOOLS_ONLY),
            Map.entry("resources-read-text", TOOLS_ONLY),
            Map.entry("resources-read-binary", TOOLS_ONLY),
            Map.entry("resources-templates-read", TOOLS_ONLY),
            Map.entry("resources-subscribe", TOOLS_ONLY),
            Map.entry("resources-unsubscribe", TOOLS_ONLY),
            Map.entry("prompts-list", TOOLS_ONLY),
            Map.entry("prompts-get-simple", TOOLS_ONLY),
            Map.entry("prompts-get-with-args", TOOLS_ONLY),
            Map.entry("prompts-get-embedded-resource", TOOLS_ONLY),
            Map.entry("prompts-get-with-image", TOOLS_ONLY));

    private static final Pattern RESULT =
            Pattern.compile("^\\S+ ([a-z0-9-]+): (\\d+) passed, (\\d+) failed", Pattern.MULTILINE);

    @TempDir
    Path folder;

    @Test
    void everyScenarioThatAppliesPasses() throws Exception {
        Npm npm = Npm.with(folder, SUITE);
        try (McpEndpoint endpoint = ServeMcp.builder(new ConformanceTools())
                .approveByElicitation()
                .build()
                .http(0)) {
            Npm.Said said = npm.node(
                    "@modelcontextprotocol/conformance/dist/index.js",
                    java.util.List.of("server", "--url", endpoint.uri().toString(), "--suite", "all"));

            Map<String, Integer> failures = new TreeMap<>();
            Matcher results = RESULT.matcher(said.out());
            while (results.find()) {
                failures.put(results.group(1), Integer.parseInt(results.group(3)));
            }
            assertThat(failures).as(said.out() + said.errors()).hasSizeGreaterThanOrEqualTo(32);
            TreeSet<String> failed = new TreeSet<>(failures.keySet());
            failed.removeIf(scenario -> failures.get(scenario) == 0);
            assertThat(failed).as(said.out()).isEqualTo(new TreeSet<>(NOT_APPLICABLE.keySet()));
        }
    }
}
