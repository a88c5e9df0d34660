package dev.intellibrix.agenttools.delegate;

import dev.intellibrix.Agent;
import dev.intellibrix.Delegation;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * An agent that tasks can be handed to. It keeps its own tools, limits and approval hook; see {@link Delegation} for what the
 * run that hands on a task adds to that.
 *
 * @param name what the model calls it: 1 to 64 letters, digits, underscores and dashes
 * @param description what the model is told that it is good for
 * @param agent the agent; without a tool that delegates
 * @param isTrusted whether its answer is trusted where all that it has seen was; false lets every answer count as untrusted
 */
public record SubAgent(String name, String description, Agent agent, boolean isTrusted) {

    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_-]{1,64}");

    /**
     * A sub-agent.
     *
     * @throws IllegalArgumentException when the name is none, the description is blank, or the agent can delegate
     */
    public SubAgent {
        Objects.requireNonNull(agent, "agent");
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "name must be 1 to 64 letters, digits, underscores and dashes, but is \"" + name + "\"");
        }
        if (description.isBlank()) {
            throw new IllegalArgumentException("description of " + name + " is blank: the model chooses by it");
        }
        Delegation.requireNoDelegation(name, agent);
    }

    /**
     * A sub-agent whose answers are untrusted, since it may pass on what something hostile told it.
     *
     * @throws IllegalArgumentException when the name is none, the description is blank, or the agent can delegate
     */
    public static SubAgent of(String name, String description, Agent agent) {
        return new SubAgent(name, description, agent, false);
    }

    /** This sub-agent, with answers that are trusted where all that it has seen was. */
    public SubAgent trusted() {
        return new SubAgent(name, description, agent, true);
    }
}
