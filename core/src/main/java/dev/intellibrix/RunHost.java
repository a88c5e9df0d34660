package dev.intellibrix;

import dev.intellibrix.event.AuditLog;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.event.RunScope;
import dev.intellibrix.internal.concurrent.Workers;
import dev.intellibrix.internal.gate.GateHost;
import dev.intellibrix.internal.gate.GatePolicy;
import dev.intellibrix.tool.Cancellation;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A run as its gate sees it: who it is, what it has seen, whom it tells, and how it waits. */
final class RunHost implements GateHost {

    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);

    private final String runId;
    private final String conversationId;
    private final Clock clock;
    private final @Nullable RunHost above;
    private final String rootRunId;
    private final List<String> agentPath;
    private final GatePolicy policy;
    private final RunListeners listeners;
    private final List<AuditLog> auditLogs;
    private final ReentrantLock telling; // Shared with the runs above, so that listeners get one event at a time.
    private final PersonTurns persons; // Shared with the runs above.
    private final RunControl control;
    private final RunTimer timer;
    private final Budget budget;
    private final Transcript transcript;
    private final Mailbox mailbox = new Mailbox();
    private final RunThread thread;

    /**
     * A run.
     *
     * @param task the task that it does for another run; null when it does none
     */
    RunHost(
            String runId,
            String conversationId,
            IntelligenceOptions options,
            Before before,
            RunListeners listeners,
            RunControl control,
            Transcript transcript,
            @Nullable Delegation task) {
        this.runId = runId;
        this.conversationId = conversationId;
        this.clock = options.clock();
        this.above = task == null ? null : task.above();
        this.rootRunId = above == null ? runId : above.rootRunId;
        this.agentPath = task == null ? List.of() : task.agentPath();
        this.policy =
                above == null ? options.gatePolicy() : options.gatePolicy().under(above.policy);
        this.listeners = listeners;
        this.auditLogs =
                union(options.auditLog().map(List::of).orElse(List.of()), above == null ? List.of() : above.auditLogs);
        this.telling = above == null ? new ReentrantLock() : above.telling;
        this.persons = above == null ? new PersonTurns() : above.persons;
        this.control = control;
        this.timer = new RunTimer(
                control,
                options.limits().maxRunTime().orElse(null),
                before.runTime(),
                above == null ? null : above.timer);
        this.budget = new Budget(options.limits(), before.spent(), above == null ? null : above.budget);
        this.transcript = transcript;
        this.thread = new RunThread(control, mailbox);
    }

    /** Both lists, with each object once. */
    private static <T> List<T> union(List<T> own, List<T> others) {
        if (others.isEmpty()) {
            return own;
        }
        Set<T> all = Collections.newSetFromMap(new IdentityHashMap<>());
        List<T> union = new ArrayList<>(own.size() + others.size());
        for (List<T> each : List.of(own, others)) {
            each.stream().filter(all::add).forEach(union::add);
        }
        return union;
    }

    Mailbox mailbox() {
        return mailbox;
    }

    RunThread thread() {
        return thread;
    }

    RunTimer timer() {
        return timer;
    }

    Budget budget() {
        return budget;
    }

    /** Who listens to the run. */
    RunListeners listeners() {
        return listeners;
    }

    /** What decides about the run's calls. */
    GatePolicy policy() {
        return policy;
    }

    @Override
    public String runId() {
        return runId;
    }

    @Override
    public String rootRunId() {
        return rootRunId;
    }

    @Override
    public String conversationId() {
        return conversationId;
    }

    @Override
    public List<String> agentPath() {
        return agentPath;
    }

    @Override
    public List<String> trustedTexts() {
        return above == null
                ? transcript.trustedTexts()
                : Stream.concat(transcript.trustedTexts().stream(), above.trustedTexts().stream())
                        .distinct()
                        .toList();
    }

    @Override
    public RunEvent.Source source() {
        return new RunEvent.Source(runId, agentPath, clock.instant());
    }

    @Override
    public boolean hasListeners() {
        return !listeners.isEmpty();
    }

    @Override
    public boolean audit(RunEvent event) {
        boolean isWritten = true;
        for (AuditLog log : auditLogs) {
            try {
                log.append(event);
            } catch (Throwable e) {
                LOG.error("the audit log can not be written; calls that need approval are denied", e);
                isWritten = false;
            }
        }
        return isWritten;
    }

    @Override
    public void tell(RunEvent event) {
        if (listeners.isEmpty()) {
            return;
        }
        telling.lock();
        try {
            listeners.tell(event);
        } finally {
            telling.unlock();
        }
    }

    @Override
    public RunScope enter(RunEvent event) {
        return listeners.enter(event);
    }

    @Override
    public void post(RunEvent event) {
        mailbox.post(() -> publish(event));
        thread.attend();
    }

    @Override
    public <T extends @Nullable Object> T await(Callable<T> work, @Nullable Duration timeout)
            throws TimeoutException, InterruptedException, ExecutionException {
        boolean[] late = new boolean[1];
        PersonTurns.Turn turn = persons.turn(timer);
        FutureTask<T> task =
                new FutureTask<>(() -> {
                    turn.begin();
                    if (timeout != null) {
                        mailbox.post(() -> mailbox.after(timeout, () -> late[0] = true));
                    }
                    return work.call();
                }) {
                    @Override
                    protected void done() {
                        mailbox.post(() -> {});
                    }
                };
        Cancellation.Registration wake = control.cancellation().onCancel(() -> mailbox.post(() -> {}));
        try {
            Workers.shared().execute(task);
            mailbox.runUntil(() -> task.isDone() || late[0] || control.stopped() != null);
            return result(task, late[0]);
        } finally {
            wake.close();
            task.cancel(true);
            turn.close();
        }
    }

    @Override
    public <T> T awaitPerson(Callable<T> work, Cancellation call) throws Exception {
        PersonTurns.Turn turn = persons.turn(timer);
        Cancellation.Registration gone = call.onCancel(turn::close); // A tool that does not listen holds up nobody.
        try {
            turn.begin();
            return work.call();
        } finally {
            gone.close();
            turn.close();
        }
    }

    /** An answer that comes after the time is up is ignored, however little after. */
    private <T extends @Nullable Object> T result(FutureTask<T> task, boolean late)
            throws TimeoutException, InterruptedException, ExecutionException {
        if (control.stopped() != null) {
            throw new InterruptedException("the run was stopped");
        }
        if (late || !task.isDone()) {
            throw new TimeoutException();
        }
        try {
            return task.get();
        } catch (CancellationException e) {
            throw new ExecutionException(e);
        }
    }
}
