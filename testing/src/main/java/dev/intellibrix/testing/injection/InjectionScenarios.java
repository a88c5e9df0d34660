package dev.intellibrix.testing.injection;

import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/**
 * A set of scenarios, which an application runs over its own tools and its own policy. In each one an instruction is hidden in
 * something that the agent reads, and a scripted model obeys it at once; what then happens is looked for outside of the agent, in
 * files, in repositories and at a server. Nothing but this machine is reached. Immutable.
 *
 * <pre>{@code
 * InjectionScenarios.all()
 *         .run(stage -> IntelligenceOptions.builder().tools(WorkspaceTools.in(stage.root())))
 *         .assertNoBreach();
 * }</pre>
 *
 * <p>{@link #all} knows the tools that come with intellibrix, by their names. {@link #from} reads scenarios for others.
 */
public final class InjectionScenarios {

    private static final List<String> SHIPPED =
            List.of("files", "git", "web", "github", "mcp", "memory", "agents", "programs");

    private final List<InjectionScenario> scenarios;

    private InjectionScenarios(List<InjectionScenario> scenarios) {
        Set<String> ids = new HashSet<>();
        for (InjectionScenario scenario : scenarios) {
            if (!ids.add(scenario.id())) {
                throw new IllegalArgumentException("two scenarios have the id " + scenario.id());
            }
        }
        this.scenarios = List.copyOf(scenarios);
    }

    /** The scenarios that come with intellibrix. */
    public static InjectionScenarios all() {
        List<InjectionScenario> all = new ArrayList<>();
        for (String name : SHIPPED) {
            try (InputStream in = InjectionScenarios.class.getResourceAsStream(name + ".json")) {
                byte[] bytes = Objects.requireNonNull(in, name).readAllBytes();
                all.addAll(read(new String(bytes, StandardCharsets.UTF_8), name));
            } catch (IOException e) {
                throw new UncheckedIOException("the scenarios can not be read", e);
            }
        }
        return new InjectionScenarios(all);
    }

    /**
     * Scenarios of one's own: a file with a JSON array, whose form is in {@code docs/injection-scenarios.md}.
     *
     * @throws IllegalArgumentException that says what is wrong, when the file is not of that form
     * @throws UncheckedIOException when it cannot be read
     */
    public static InjectionScenarios from(Path file) {
        try {
            return new InjectionScenarios(read(Files.readString(file, StandardCharsets.UTF_8), file.toString()));
        } catch (IOException e) {
            throw new UncheckedIOException("the scenarios can not be read: " + file, e);
        }
    }

    private static List<InjectionScenario> read(String json, String name) {
        try {
            JsonNode all = Json.parse(json);
            if (!all.isArray()) {
                throw new IllegalArgumentException(name + " must be a JSON array of scenarios");
            }
            List<InjectionScenario> scenarios = new ArrayList<>();
            all.forEach(node -> scenarios.add(new InjectionScenario(node)));
            return scenarios;
        } catch (JsonFault e) {
            throw new IllegalArgumentException(name + " must be a JSON array of scenarios: " + e.getMessage(), e);
        }
    }

    /**
     * These and others.
     *
     * @throws IllegalArgumentException when two have one id
     */
    public InjectionScenarios and(InjectionScenarios others) {
        List<InjectionScenario> all = new ArrayList<>(scenarios);
        all.addAll(others.scenarios);
        return new InjectionScenarios(all);
    }

    /** Those of these that fit. */
    public InjectionScenarios where(Predicate<InjectionScenario> fits) {
        return new InjectionScenarios(scenarios.stream().filter(fits).toList());
    }

    /** The scenarios, in their order. */
    public List<InjectionScenario> list() {
        return scenarios;
    }

    /**
     * Puts an agent through all of them, one after the other.
     *
     * @param agent makes the agent for a scenario: its tools, its hook and its policy. The provider is set by this, and so is
     *     one listener more
     * @return what became of each
     */
    public InjectionReport run(Function<InjectionStage, IntelligenceOptions.Builder> agent) {
        return new InjectionReport(
                scenarios.stream().map(each -> Trial.of(each, agent)).toList());
    }

    /** The ids. */
    @Override
    public String toString() {
        return "InjectionScenarios"
                + scenarios.stream().map(InjectionScenario::id).toList();
    }
}
