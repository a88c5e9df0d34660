package dev.intellibrix.testing;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.event.RunListener;
import dev.intellibrix.message.Message;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What happened in a run, for a test to look at: the calls, what each of them followed, who was asked, and what was decided.
 * {@link RunAssert} says what has to be true of it, {@link PolicyReplay} puts it through another policy, and as text it is a
 * list of the calls.
 *
 * <pre>{@code
 * RunLog run = RunLog.ofAsking(options, "Write hello to a.txt");
 * }</pre>
 *
 * <p>It can also listen to an agent ({@code .onRunEvent(run)}) whose runs are started by other code; it then holds all of
 * them, those of sub-agents as well. Pieces of streams and progress are left out. Thread-safe.
 */
public final class RunLog implements RunListener {

    /** How many events are kept. */
    public static final int MAX_EVENTS = 100_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final List<RunEvent> events = new ArrayList<>(); // Guarded by lock, as is all below.
    private List<Message> messages = List.of();
    private long dropped;

    private RunLog() {}

    /** An empty log, to be given to an agent as a listener. */
    public static RunLog listening() {
        return new RunLog();
    }

    /** The log of what was kept elsewhere, in order. */
    public static RunLog of(List<RunEvent> events) {
        RunLog log = new RunLog();
        events.forEach(log::on);
        return log;
    }

    /**
     * Asks an agent with these options, waits for the end, and gives the log of the run.
     *
     * @throws dev.intellibrix.IntelligenceException when the provider is broken
     */
    public static RunLog ofAsking(IntelligenceOptions options, String text) {
        return ofAsking(options, Message.user(text));
    }

    /**
     * Asks an agent with these options, waits for the end, and gives the log of the run.
     *
     * @throws dev.intellibrix.IntelligenceException when the provider is broken
     */
    public static RunLog ofAsking(IntelligenceOptions options, Message message) {
        RunLog log = new RunLog();
        log.keep(new Intelligence(options.toBuilder().onRunEvent(log).build())
                .ask(message)
                .messages());
        return log;
    }

    @Override
    public void on(RunEvent event) {
        if (event instanceof RunEvent.TextDelta
                || event instanceof RunEvent.ReasoningDelta
                || event instanceof RunEvent.ToolProgress) {
            return;
        }
        lock.lock();
        try {
            if (events.size() < MAX_EVENTS) {
                events.add(event);
            } else {
                dropped++;
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * The events so far, in order.
     *
     * @throws IllegalStateException when there were more than {@link #MAX_EVENTS}, since nothing can be said of what is missing
     */
    public List<RunEvent> events() {
        lock.lock();
        try {
            if (dropped > 0) {
                throw new IllegalStateException("the log keeps " + MAX_EVENTS + " events, and " + dropped
                        + " more happened; give each run a log of its own");
            }
            return List.copyOf(events);
        } finally {
            lock.unlock();
        }
    }

    /** The calls, each on a line with its trust and what was decided, and how the run ended. */
    @Override
    public String toString() {
        return RunListing.of(this);
    }

    List<LoggedCall> calls() {
        return LoggedCall.in(events());
    }

    /** The tools that the runs were offered, and those that were called; empty where that is not known of all runs. */
    Optional<Set<String>> toolNames() {
        Set<String> names = new LinkedHashSet<>();
        Set<String> begun = new HashSet<>();
        for (RunEvent event : events()) {
            if (event instanceof RunEvent.RunStarted started) {
                names.addAll(started.toolNames());
                begun.add(event.runId());
            } else if (!begun.contains(event.runId())) {
                return Optional.empty(); // The log was given to the agent late.
            }
        }
        if (names.isEmpty()) {
            return Optional.empty();
        }
        calls().forEach(call -> names.add(call.toolName()));
        return Optional.of(names);
    }

    /** What was said in the run, where it is known; empty otherwise. */
    List<Message> messages() {
        lock.lock();
        try {
            return messages;
        } finally {
            lock.unlock();
        }
    }

    private void keep(List<Message> all) {
        lock.lock();
        try {
            messages = all;
        } finally {
            lock.unlock();
        }
    }
}
