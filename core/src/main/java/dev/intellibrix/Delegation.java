package dev.intellibrix;

import dev.intellibrix.internal.gate.CallContext;
import dev.intellibrix.internal.gate.Toolbox;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Origin;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolContext;
import dev.intellibrix.tool.ToolException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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
 * <p>A sub-agent cannot delegate, and what is delegated in a call counts for the call: its result, or its failure, is as
 * untrusted as what the other agent has seen, and the same goes for the next task of the call.
 *
 * <p>A start on another thread than {@link Agent#start} was called on is no part of this: such a run is stopped and refused as
 * soon as it comes back, but nothing of the above holds in it until then.
 */
public final class Delegation {

    /** What is being begun on this thread, so that it reaches the run also through an agent that wraps another one. */
    private static final ThreadLocal<Delegation> BEGINNING = new ThreadLocal<>();

    private final RunHost above;
    private final CallContext call;
    private final Label answer;
    private final List<String> agentPath;
    private final Cancellation cancellation;
    private final List<Run> runs = new ArrayList<>(); // Guarded by this.
    private Label label; // Guarded by this.

    private Delegation(RunHost above, CallContext call, String name, boolean isTrusted) {
        Origin agent = Origin.of(Origin.Kind.SUB_AGENT, name);
        this.above = above;
        this.call = call;
        this.answer = isTrusted ? Label.trusted(agent) : Label.untrusted(agent);
        this.agentPath = List.of(name);
        this.cancellation = call.cancellation();
        this.label = Label.trusted(Origin.of(Origin.Kind.TOOL, call.toolName())).join(call.label());
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
        delegating(known).ifPresent(tool -> {
            throw new IllegalArgumentException("the agent " + name + " has the tool " + tool.name()
                    + ", but a sub-agent can not delegate; leave the tool out");
        });
    }

    /**
     * Checks, for a task that a conversation is to do in its turn, that none of the conversation's runs can wait for another
     * run: then nobody waits for a turn whose holder waits for him.
     *
     * @throws ToolException when one can
     */
    static void requireNoTurnThatWaits(Intelligence agent) {
        delegating(agent).ifPresent(tool -> {
            throw new ToolException("not handed on: this agent is a conversation with the tool " + tool.name()
                    + ", and a sub-agent can not delegate; do the task yourself");
        });
    }

    private static Optional<Tool> delegating(Intelligence agent) {
        return Toolbox.of(agent.options().tools()).tools().stream()
                .filter(tool -> tool.category() == ToolCategory.DELEGATE)
                .findFirst();
    }

    /**
     * Hands over a task and waits for the end of the other agent's run. What the call returns is untrusted from then on,
     * because of the agent and of all that it has seen.
     *
     * @param context of the call, as the tool got it
     * @param name the agent's name, which stands in events and in what a person is shown
     * @param task what the agent is asked; it has the trust of the call
     * @return the result; its label is the trust of all that the agent has seen
     * @throws ToolException when the call comes from a sub-agent, or the agent begins no run of its own when it is started
     * @throws IllegalArgumentException when the context is not one that a run gave to a tool
     * @throws IllegalStateException when the call has ended or {@linkplain ToolContext#awaitPerson waits for a person}, or its
     *     tool is not of the category {@link ToolCategory#DELEGATE}
     * @throws IntelligenceException when the agent's provider is broken
     */
    public static RunResult run(ToolContext context, String name, Agent agent, String task) {
        return run(context, name, agent, task, false);
    }

    /**
     * Like {@link #run}, for an agent whose word is trusted where all that it has seen was: what the call returns is as trusted
     * as that.
     *
     * @throws ToolException when the call comes from a sub-agent, or the agent begins no run of its own when it is started
     * @throws IllegalArgumentException when the context is not one that a run gave to a tool
     * @throws IllegalStateException when the call has ended or {@linkplain ToolContext#awaitPerson waits for a person}, or its
     *     tool is not of the category {@link ToolCategory#DELEGATE}
     * @throws IntelligenceException when the agent's provider is broken
     */
    public static RunResult runTrusted(ToolContext context, String name, Agent agent, String task) {
        return run(context, name, agent, task, true);
    }

    private static RunResult run(ToolContext context, String name, Agent agent, String task, boolean isTrusted) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(agent, "agent");
        if (!(context instanceof CallContext call) || !(call.host() instanceof RunHost host)) {
            throw new IllegalArgumentException("context must be the one that the run gave to the tool");
        }
        if (!host.agentPath().isEmpty()) {
            throw new ToolException(
                    "a sub-agent can not delegate; do the task yourself, or say in your answer what is left");
        }
        if (call.toolCategory() != ToolCategory.DELEGATE) {
            throw new IllegalStateException(
                    "the tool " + call.toolName() + " must be of the category DELEGATE to delegate");
        }
        if (call.isAwaitingPerson()) {
            throw new IllegalStateException("a task must not be handed over in work that waits for a person");
        }
        if (call.hasEnded()) {
            throw new IllegalStateException("context is of a call that has ended");
        }
        return new Delegation(host, call, name, isTrusted).run(agent, Message.user(task));
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
            call.saw(answer.join(label()));
        }
    }

    /** A message that a run of the task begins with, however it is worded: it is made from the task, so no text of the user's. */
    Message handedOn(Message message) {
        return message.relabelled(label().join(message.label()));
    }

    private Run begin(Agent agent, Message task) {
        Run run;
        Delegation outer = BEGINNING.get();
        BEGINNING.set(this);
        try {
            run = agent.start(task);
        } finally {
            if (outer == null) {
                BEGINNING.remove();
            } else {
                BEGINNING.set(outer);
            }
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
