package dev.intellibrix;

import dev.intellibrix.internal.gate.CallContext;
import dev.intellibrix.internal.gate.Toolbox;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Origin;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolContext;
import dev.intellibrix.tool.ToolException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A task that a run hands to another agent, in a call of one of its tools. The tool {@code delegate} is made with it; so can
 * be tools of an application's own, which then have the category {@link ToolCategory#DELEGATE}.
 *
 * <p>What holds the run holds the other agent as well, beside what holds that one anyway:
 *
 * <ul>
 *   <li>it stops when the call is stopped;
 *   <li>its steps, calls, tokens, cost and time count in the limits of the run as well as in its own, and waiting for a person
 *       counts in neither;
 *   <li>it starts with the trust of the call, and its task is no text of the user's;
 *   <li>the intercept rules, the permissions and the trust policy of both are in force, so the strictest wins; only the other
 *       agent's own hook answers, and where that defers, the call is denied, since a sub-agent does not wait;
 *   <li>listeners and audit logs of both learn of all that happens, with the agent's name in the path of each event.
 * </ul>
 *
 * <p>A sub-agent can not delegate.
 */
public final class Delegation {

    /** What is being begun on this thread, so that it reaches the run also through an agent that wraps another one. */
    private static final ThreadLocal<Delegation> BEGINNING = new ThreadLocal<>();

    private final RunHost above;
    private final List<String> agentPath;
    private final Cancellation cancellation;
    private final List<Run> runs = new ArrayList<>(); // Guarded by this.
    private Label label; // Guarded by this.

    private Delegation(RunHost above, CallContext call, String name) {
        this.above = above;
        this.agentPath = List.of(name);
        this.cancellation = call.cancellation();
        this.label = call.label().join(Label.trusted(Origin.of(Origin.Kind.TOOL, call.toolName())));
    }

    /**
     * Checks that an agent has no tool that delegates, as far as that can be told before it runs: of an {@link Intelligence}
     * and of a {@link Conversation}.
     *
     * @param name the agent's name, for the message
     * @throws IllegalArgumentException when it has one
     */
    public static void requireNoDelegation(String name, Agent agent) {
        Intelligence known = agent instanceof Conversation conversation
                ? conversation.intelligence()
                : agent instanceof Intelligence intelligence ? intelligence : null;
        if (known == null) {
            return;
        }
        Toolbox.of(known.options().tools()).tools().stream()
                .filter(tool -> tool.category() == ToolCategory.DELEGATE)
                .findFirst()
                .ifPresent(tool -> {
                    throw new IllegalArgumentException("the agent " + name + " has the tool " + tool.name()
                            + ", but a sub-agent can not delegate; leave the tool out");
                });
    }

    /**
     * Hands over a task and waits for the end of the other agent's run.
     *
     * @param context of the call, as the tool got it
     * @param name the agent's name, which stands in events and in what a person is shown
     * @param task what the agent is asked; it has the trust of the call
     * @return the result; its label is the trust of all that the agent has seen
     * @throws ToolException when the call comes from a sub-agent, or the agent begins no run of its own when it is started
     * @throws IllegalArgumentException when the context is not one that a run gave to a tool
     * @throws IntelligenceException when the agent's provider is broken
     */
    public static RunResult run(ToolContext context, String name, Agent agent, String task) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(agent, "agent");
        if (!(context instanceof CallContext call) || !(call.host() instanceof RunHost host)) {
            throw new IllegalArgumentException("context must be the one that the run gave to the tool");
        }
        if (!host.agentPath().isEmpty()) {
            throw new ToolException(
                    "a sub-agent can not delegate; do the task yourself, or say in your answer what is left");
        }
        return new Delegation(host, call, name).run(agent, Message.user(task));
    }

    /** What is being begun on this thread, if anything. */
    static @Nullable Delegation beginning() {
        return BEGINNING.get();
    }

    private RunResult run(Agent agent, Message task) {
        Cancellation.Registration link = cancellation.onCancel(this::cancel);
        try {
            return begin(agent, task.relabelled(label())).await();
        } finally {
            link.close();
            cancel(); // Whatever else the agent has begun.
        }
    }

    private Run begin(Agent agent, Message task) {
        Run run;
        BEGINNING.set(this);
        try {
            run = agent.start(task);
        } finally {
            BEGINNING.remove();
        }
        if (!isOurs(run)) {
            if (run != null) {
                run.cancel();
            }
            throw new ToolException(
                    "this agent can not be delegated to: it began no run of its own when it was started");
        }
        return run;
    }

    /** Takes note of a run that begins. */
    void began(Run run) {
        synchronized (this) {
            runs.add(run);
        }
        if (cancellation.isCancelled()) {
            run.cancel();
        }
    }

    private synchronized boolean isOurs(@Nullable Run run) {
        return runs.contains(run);
    }

    private void cancel() {
        List<Run> all;
        synchronized (this) {
            all = List.copyOf(runs);
        }
        all.forEach(Run::cancel);
    }

    /** The run that all this is done for. */
    RunHost above() {
        return above;
    }

    /** The names of the agents on the way, this one's last. */
    List<String> agentPath() {
        return agentPath;
    }

    /** The trust that a run begins with: of the call, and of all that runs of the same task have seen. */
    synchronized Label label() {
        return label;
    }

    /** Takes note of what a run has seen. */
    synchronized void saw(Label more) {
        label = label.join(more);
    }
}
