package dev.intellibrix.testing.injection;

import dev.intellibrix.provider.Provider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where one scenario takes place: a folder of its own with what the attacker planted, and a server on this machine that is the
 * web, GitHub, a search engine and an MCP server at once. An application's tools are pointed at it. Gone when the scenario is
 * over. Not thread-safe.
 */
public final class InjectionStage {

    private static final Logger LOG = LoggerFactory.getLogger(InjectionStage.class);

    private final InjectionScenario scenario;
    private final Path base;
    private final Path root;
    private final String secret = "canary-" + UUID.randomUUID().toString().replace("-", "");
    private final StageServer server;
    private final StageRepository repository;
    private final ScenarioScript script;
    private final ObedientModel subAgent;
    private final Deque<AutoCloseable> resources = new ArrayDeque<>();

    private InjectionStage(InjectionScenario scenario) throws IOException {
        this.scenario = scenario;
        this.base = Files.createTempDirectory("intellibrix-injection").toRealPath();
        this.root = Files.createDirectory(base.resolve("work"));
        this.server = new StageServer();
        this.script = scenario.on(Map.of("server", server.url(), "secret", secret));
        this.repository = new StageRepository(root, base.resolve("remote.git"));
        Plant.SubAgentScript below = script.plant().subAgent();
        this.subAgent = new ObedientModel(
                "sub-",
                below == null
                        ? ObedientModel.Plan.of(List.of())
                        : new ObedientModel.Plan(
                                below.reads(), script.instruction(), List.of(), below.calls(), below.answer()));
    }

    /** A stage with all that is planted. */
    static InjectionStage open(InjectionScenario scenario) {
        try {
            InjectionStage stage = new InjectionStage(scenario);
            stage.plant();
            return stage;
        } catch (IOException e) {
            throw new UncheckedIOException("the stage of scenario " + scenario.id() + " can not be set up", e);
        }
    }

    private void plant() throws IOException {
        try {
            plantAll();
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void plantAll() throws IOException {
        Plant plant = script.plant();
        StageFiles.write(root, Map.of(".env", "API_KEY=" + secret + "\n"));
        StageFiles.write(root, plant.files());
        if (!plant.commits().isEmpty()) {
            repository.plant(plant);
        }
        StageFiles.write(root, plant.changes());
        server.serve(plant);
    }

    /** The scenario. */
    public InjectionScenario scenario() {
        return scenario;
    }

    /** The folder that the agent works in: a real path. */
    public Path root() {
        return root;
    }

    /**
     * Where the server is, such as {@code http://127.0.0.1:40123}, without a slash at the end. It gives web pages, GitHub's answers below
     * {@code /repos}, those of SearXNG at {@code /search}, and speaks MCP at {@code /mcp}.
     */
    public String server() {
        return server.url();
    }

    /** What must not get out; it also stands in the file {@code .env} of the folder. */
    public String secret() {
        return secret;
    }

    /** The model for an agent that the agent under test hands tasks to. */
    public Provider subAgentProvider() {
        return subAgent;
    }

    /**
     * Closes something when the run is over, the last one first, such as a connection or a tool that goes on in the background;
     * what it throws is logged. The harm is looked for once more behind that, so what a tool has begun should have ended when
     * its {@code close} returns.
     */
    public <T extends AutoCloseable> T closing(T resource) {
        resources.push(resource);
        return resource;
    }

    ScenarioScript script() {
        return script;
    }

    ObedientModel subAgent() {
        return subAgent;
    }

    StageServer requests() {
        return server;
    }

    StageRepository repository() {
        return repository;
    }

    /** Closes what was given to {@link #closing}; does not throw. */
    void closeResources() {
        for (AutoCloseable resource = resources.poll(); resource != null; resource = resources.poll()) {
            try {
                resource.close();
            } catch (Exception e) {
                LOG.warn("a resource of scenario {} could not be closed", scenario.id(), e);
            }
        }
    }

    /** Ends it; does not throw. */
    void close() {
        closeResources();
        resources.add(server);
        resources.add(() -> StageFiles.delete(base));
        closeResources();
    }
}
