package dev.intellibrix.agenttools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Conversation;
import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.event.RunListener;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.ToolProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * A folder with the tools that work on it, called as a model calls them: each call is a turn of a scripted model in one
 * conversation on the real loop, in which a person allows everything.
 */
public final class Workbench {

    /** The conversation that all calls belong to. */
    public static final String CONVERSATION = "one";

    private final Path root;
    private final MockProvider model = MockProvider.of();
    private final Conversation conversation;

    private Workbench(Path root, ToolProvider tools, RunListener listener) {
        this.root = root;
        this.conversation = new Intelligence(IntelligenceOptions.builder()
                        .provider(model)
                        .model("scripted")
                        .tools(tools)
                        .onToolApproval(request -> ApprovalDecision.allow())
                        .onRunEvent(listener)
                        .build())
                .conversation(CONVERSATION);
    }

    /** The default tools in a new folder below another. */
    public static Workbench in(Path base) throws IOException {
        Path root = Files.createDirectories(base.resolve("root")).toRealPath();
        return new Workbench(root, AgentTools.in(root), event -> {});
    }

    /** Tools of one's own for a folder. */
    public static Workbench with(Path root, ToolProvider tools) {
        return new Workbench(root, tools, event -> {});
    }

    /** Tools of one's own for a folder, and somebody who watches. */
    public static Workbench with(Path root, ToolProvider tools, RunListener listener) {
        return new Workbench(root, tools, listener);
    }

    /** A text of these lines. */
    public static String lines(String... lines) {
        return String.join("\n", lines) + "\n";
    }

    /** The folder. */
    public Path root() {
        return root;
    }

    /** Lays a file. */
    public Workbench file(String name, String content) throws IOException {
        return file(name, content.getBytes(UTF_8));
    }

    /** Lays a file. */
    public Workbench file(String name, byte[] content) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, content);
        return this;
    }

    /** What a file holds. */
    public String content(String name) throws IOException {
        return Files.readString(root.resolve(name));
    }

    /** What a file holds. */
    public byte[] bytes(String name) throws IOException {
        return Files.readAllBytes(root.resolve(name));
    }

    /** All files and links, sorted. */
    public List<String> files() throws IOException {
        try (Stream<Path> walk = Files.walk(root)) {
            return walk.filter(path -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    .map(path -> root.relativize(path).toString())
                    .sorted()
                    .toList();
        }
    }

    /** The result of a call. */
    public ToolResultPart call(String tool, Map<String, ?> input) {
        model.then(MockTurn.call(tool, input)).then(MockTurn.text("done"));
        return conversation.ask("go").messages().stream()
                .flatMap(message -> message.toolResults().stream())
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    /** What the model reads after a call that must succeed. */
    public String ok(String tool, Map<String, ?> input) {
        ToolResultPart result = call(tool, input);
        assertThat(result.outcome()).as(result.text()).isEqualTo(ToolOutcome.SUCCEEDED);
        return result.text();
    }

    /** What the model reads after a call that must fail: never a name of a class, never a path of the host. */
    public String error(String tool, Map<String, ?> input) {
        ToolResultPart result = call(tool, input);
        assertThat(result.outcome()).as(result.text()).isEqualTo(ToolOutcome.FAILED);
        assertThat(result.text())
                .doesNotContain("java.", "Exception")
                .doesNotContain(root.getParent().toString());
        return result.text();
    }

    /** What the model reads after a patch that must be applied. */
    public String patch(String patch) {
        return ok("apply_patch", Map.of("patch", patch));
    }

    /** What the model reads after a patch that must not be applied. */
    public String badPatch(String patch) {
        return error("apply_patch", Map.of("patch", patch));
    }

    /** Runs a property with many seeds; the seed of a failure is in its message. */
    public static void forSeeds(int count, Property property) {
        for (long seed = 1; seed <= count; seed++) {
            try {
                property.holds(new SplittableRandom(seed));
            } catch (Exception | AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }

    /** Something that holds for whatever a generator makes. */
    public interface Property {
        /** Makes something and looks. */
        void holds(SplittableRandom random) throws Exception;
    }
}
