package dev.intellibrix.agenttools.delegate;

import dev.intellibrix.Delegation;
import dev.intellibrix.agenttools.runs.RunCounts;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.Trust;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolContext;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolOutput;
import dev.intellibrix.tool.ToolProvider;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code delegate}: hands a task to another agent and brings back its answer. Thread-safe.
 *
 * <pre>{@code
 * AgentTools tools = AgentTools.builder(root)
 *         .delegate(SubAgent.of("reviewer", "reviews a diff", reviewer))
 *         .build();
 * }</pre>
 *
 * <p>The sub-agent decides about its own calls, by its own hook; the rules, permissions, limits and the cancellation of the run
 * that hands on the task hold as well: see {@link Delegation}. An answer is untrusted, because of the agent and of what made
 * its run untrusted, unless the agent is {@linkplain SubAgent#trusted trusted} and all that it has seen was.
 *
 * <p>A sub-agent that ends in another way than with an answer makes a failed call, which says how and what it had said.
 */
public final class DelegateTool implements ToolProvider {

    /** How long a task is at most, in characters. */
    public static final int MAX_TASK = 100_000;

    /** The runs have limits of their own; waiting for a person counts in none of them, and must not count here. */
    private static final Duration NO_LIMIT = Duration.ofDays(36_500);

    private final Map<String, SubAgent> agents;
    private final int maxTasks;
    private final int maxAnswerChars;
    private final RunCounts handedOn = new RunCounts();
    private final Tool tool;

    private DelegateTool(Builder builder) {
        this.agents = new LinkedHashMap<>(builder.agents);
        this.maxTasks = builder.maxTasks;
        this.maxAnswerChars = builder.maxAnswerChars;
        boolean mayBeTrusted = agents.values().stream().anyMatch(SubAgent::isTrusted);
        this.tool = Tool.define("delegate", schema(agents))
                .description(description(agents))
                .category(ToolCategory.DELEGATE)
                .timeout(NO_LIMIT)
                .resultTrust(mayBeTrusted ? Trust.TRUSTED : Trust.UNTRUSTED) // Each output has a label of its own.
                .execute(this::delegate);
    }

    /**
     * The tool for these agents, with defaults for all options.
     *
     * @throws IllegalArgumentException when there is none, or two have one name
     */
    public static DelegateTool of(SubAgent... agents) {
        Builder builder = builder();
        for (SubAgent agent : agents) {
            builder.agent(agent);
        }
        return builder.build();
    }

    /** Starts with the defaults, without an agent. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public List<Tool> tools() {
        return List.of(tool);
    }

    private ToolOutput delegate(Map<String, Object> input, ToolContext context) {
        SubAgent agent = Objects.requireNonNull(agents.get((String) input.get("agent")), "agent");
        String task = Objects.requireNonNull((String) input.get("task"), "task");
        if (task.isBlank()) {
            throw new ToolException("the task is blank; say all that the agent needs to know");
        }
        if (!handedOn.take(context.rootRunId(), maxTasks)) {
            throw new ToolException("not handed on: no more than " + maxTasks + " tasks are handed on in a run; do what"
                    + " is left yourself");
        }
        Report report = new Report(agent, maxAnswerChars);
        try {
            return report.of(
                    agent.isTrusted()
                            ? Delegation.runTrusted(context, agent.name(), agent.agent(), task)
                            : Delegation.run(context, agent.name(), agent.agent(), task));
        } catch (ToolException e) {
            throw e;
        } catch (RuntimeException e) {
            throw report.failure(e);
        }
    }

    private static String schema(Map<String, SubAgent> agents) {
        ObjectNode schema = Json.object().put("type", "object");
        ObjectNode fields = schema.putObject("properties");
        ArrayNode names = fields.putObject("agent")
                .put("type", "string")
                .put("description", "Who does the task")
                .putArray("enum");
        agents.keySet().forEach(names::add);
        fields.putObject("task")
                .put("type", "string")
                .put("description", "What is to be done, with all that is needed to know; the agent sees nothing else")
                .put("minLength", 1)
                .put("maxLength", MAX_TASK);
        schema.putArray("required").add("agent").add("task");
        return Json.write(schema.put("additionalProperties", false));
    }

    private static String description(Map<String, SubAgent> agents) {
        return agents.values().stream()
                .map(agent -> "\n- " + agent.name() + ": " + agent.description())
                .collect(Collectors.joining(
                        "",
                        "Hand a task that stands on its own to another agent, and get its answer. The agents:",
                        "\nWhat an agent answers is its word, and no approval of anything."));
    }

    /** Collects options. Not thread-safe. */
    public static final class Builder {

        private final Map<String, SubAgent> agents = new LinkedHashMap<>();
        private int maxTasks = 50;
        private int maxAnswerChars = 50_000;

        private Builder() {}

        /**
         * Adds an agent.
         *
         * @throws IllegalArgumentException when there is one of its name
         */
        public Builder agent(SubAgent agent) {
            if (agents.putIfAbsent(agent.name(), agent) != null) {
                throw new IllegalArgumentException("agent: two agents are named " + agent.name());
            }
            return this;
        }

        /**
         * How many tasks a run may hand on by this tool; 50 when not given. A run that is resumed in another process begins to
         * count anew.
         *
         * @throws IllegalArgumentException when it is not positive
         */
        public Builder maxTasks(int count) {
            this.maxTasks = positive(count, "count");
            return this;
        }

        /**
         * How many characters of an answer the model gets; 50,000 when not given.
         *
         * @throws IllegalArgumentException when it is not positive
         */
        public Builder maxAnswerChars(int chars) {
            this.maxAnswerChars = positive(chars, "chars");
            return this;
        }

        /**
         * The tool.
         *
         * @throws IllegalArgumentException when there is no agent
         */
        public DelegateTool build() {
            if (agents.isEmpty()) {
                throw new IllegalArgumentException("agent: there is none to delegate to");
            }
            return new DelegateTool(this);
        }

        private static int positive(int value, String name) {
            if (value < 1) {
                throw new IllegalArgumentException(name + " must be at least 1, but is " + value);
            }
            return value;
        }
    }
}
