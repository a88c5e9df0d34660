package dev.intellibrix;

import dev.intellibrix.event.AuditLog;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.event.RunListener;
import dev.intellibrix.internal.concurrent.Workers;
import dev.intellibrix.internal.gate.GateHost;
import dev.intellibrix.message.Label;
import dev.intellibrix.tool.Cancellation;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A run as its gate sees it: who it is, what it has seen, whom it tells, and how it waits. */
final class RunHost implements GateHost {

    private static final Logger LOG = LoggerFactory.getLogger(RunListener.class);

    private final String runId;
    private final String conversationId;
    private final Clock clock;
    private final List<RunListener> listeners;
    private final @Nullable AuditLog auditLog;
    private final RunControl control;
    private final RunTimer timer;
    private final Transcript transcript;
    private final Mailbox mailbox = new Mailbox();
    private final RunThread thread;

    RunHost(
            String runId,
            String conversationId,
            IntelligenceOptions options,
            RunControl control,
            RunTimer timer,
            Transcript transcript) {
        this.runId = runId;
        this.conversationId = conversationId;
        this.clock = options.clock();
        this.listeners = options.listeners();
        this.auditLog = options.auditLog().orElse(null);
        this.control = control;
        this.timer = timer;
        this.transcript = transcript;
        this.thread = new RunThread(control, mailbox);
    }

    Mailbox mailbox() {
        return mailbox;
    }

    RunThread thread() {
        return thread;
    }

    @Override
    public String runId() {
        return runId;
    }

    @Override
    public String conversationId() {
        return conversationId;
    }

    @Override
    public List<String> agentPath() {
        return List.of();
    }

    @Override
    public Label label() {
        return transcript.label();
    }

    @Override
    public List<String> trustedTexts() {
        return transcript.trustedTexts();
    }

    @Override
    public Cancellation cancellation() {
        return control.cancellation();
    }

    @Override
    public RunEvent.Source source() {
        return new RunEvent.Source(runId, agentPath(), clock.instant());
    }

    @Override
    public boolean hasListeners() {
        return !listeners.isEmpty();
    }

    @Override
    public boolean audit(RunEvent event) {
        if (auditLog == null) {
            return true;
        }
        try {
            auditLog.append(event);
            return true;
        } catch (Throwable e) {
            LOG.error("the audit log can not be written; calls that need approval are denied", e);
            return false;
        }
    }

    @Override
    public void tell(RunEvent event) {
        for (RunListener listener : listeners) {
            try {
                listener.on(event);
            } catch (Throwable e) {
                LOG.warn("a listener failed on {}", event.type(), e);
            }
        }
    }

    @Override
    public void post(RunEvent event) {
        mailbox.post(() -> publish(event));
        thread.attend();
    }

    @Override
    public <T extends @Nullable Object> T await(Callable<T> work, @Nullable Duration timeout)
            throws TimeoutException, InterruptedException, ExecutionException {
        FutureTask<T> task = new FutureTask<>(work) {
            @Override
            protected void done() {
                mailbox.post(() -> {});
            }
        };
        boolean[] late = new boolean[1];
        if (timeout != null) {
            mailbox.after(timeout, () -> late[0] = true);
        }
        timer.pause();
        Cancellation.Registration wake = control.cancellation().onCancel(() -> mailbox.post(() -> {}));
        try {
            Workers.shared().execute(task);
            mailbox.runUntil(() -> task.isDone() || late[0] || control.stopped() != null);
            return result(task, late[0]);
        } finally {
            wake.close();
            timer.unpause();
            task.cancel(true);
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
