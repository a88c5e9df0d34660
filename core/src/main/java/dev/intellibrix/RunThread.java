package dev.intellibrix;

import dev.intellibrix.internal.concurrent.Workers;
import dev.intellibrix.internal.gate.AdmittedCall;
import dev.intellibrix.tool.Cancellation;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one thread at a time that carries a run, as a place for tools: a call that has no neighbours is run by that thread
 * itself, which spares the way to another one and back. When the tool outstays its time, the run goes on with another
 * thread and leaves this one behind; who comes back from a tool learns here whether it still carries the run.
 */
final class RunThread {

    private final RunControl control;
    private final Mailbox mailbox;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Stay stay; // Written with lock held.
    private @Nullable ScheduledFuture<?> alarm; // Guarded by lock, as is all below.
    private long alarmAt;

    RunThread(RunControl control, Mailbox mailbox) {
        this.control = control;
        this.mailbox = mailbox;
    }

    /** The run's thread in a tool. */
    private static final class Stay {
        final Thread thread = Thread.currentThread();
        final AdmittedCall call;
        final Runnable goOn;
        long until; // Guarded by lock, as is all below.
        boolean cancelled;
        boolean over;

        Stay(AdmittedCall call, long until, Runnable goOn) {
            this.call = call;
            this.until = until;
            this.goOn = goOn;
        }
    }

    /**
     * Runs a tool on this thread. A cancelled one has {@link ToolRunner#grace a while} to end by itself.
     *
     * @param body runs the tool
     * @param goOn goes on with the run, on another thread, when the tool did not end in time
     * @return how the call ended, or null when the run has gone on without this thread, which then must not touch it
     */
    AdmittedCall.@Nullable Ending run(
            AdmittedCall call, Supplier<AdmittedCall.Ending> body, Duration timeout, Runnable goOn) {
        Stay mine = new Stay(call, System.nanoTime() + Mailbox.nanos(timeout), goOn);
        enter(mine);
        Cancellation.Registration wake = control.cancellation().onCancel(() -> elsewhere(() -> cancel(mine)));
        boolean ours = false;
        AdmittedCall.Ending ending;
        try {
            ending = body.get();
        } finally {
            wake.close();
            ours = leave(mine);
        }
        return ours ? ending : null;
    }

    /** Sees to new mail while the run's thread is in a tool; on another thread, unless that thread itself has written. */
    void attend() {
        Stay current = stay;
        if (current == null) {
            return; // The run's thread sees to it.
        }
        if (current.thread == Thread.currentThread()) {
            drain();
        } else {
            elsewhere(this::drain);
        }
    }

    /** Forgets what was to be done later, when the run is over. */
    void close() {
        lock.lock();
        try {
            if (alarm != null) {
                alarm.cancel(false);
            }
        } finally {
            lock.unlock();
        }
    }

    private void enter(Stay mine) {
        lock.lock();
        try {
            stay = mine;
            setAlarm(mine);
        } finally {
            lock.unlock();
        }
    }

    /** Whether the thread that comes back still carries the run. Interrupts were meant for the tool and end with it. */
    private boolean leave(Stay mine) {
        lock.lock();
        try {
            mine.over = true;
            Thread.interrupted();
            boolean ours = stay == mine;
            if (ours) {
                stay = null;
            }
            return ours;
        } finally {
            lock.unlock();
        }
    }

    private void drain() {
        lock.lock();
        try {
            if (stay != null) {
                mailbox.drain();
            }
        } finally {
            lock.unlock();
        }
    }

    private void cancel(Stay of) {
        lock.lock();
        try {
            if (stay != of || of.cancelled) {
                return;
            }
            of.cancelled = true;
            of.until = System.nanoTime() + ToolRunner.grace(of.call).toNanos();
            setAlarm(of);
        } finally {
            lock.unlock();
        }
        stop(of);
    }

    /** Tells the tool to stop. The thread is interrupted only while it is in the tool. */
    private void stop(Stay of) {
        of.call.cancel();
        lock.lock();
        try {
            if (!of.over) {
                of.thread.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    /** One alarm serves many calls: it is only moved when it would come too late. */
    private void setAlarm(Stay of) {
        if (alarm != null && alarmAt - of.until <= 0) {
            return;
        }
        if (alarm != null) {
            alarm.cancel(false);
        }
        alarmAt = of.until;
        alarm = Workers.timer()
                .schedule(() -> elsewhere(this::look), of.until - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    /** Leaves the thread behind when its time is up. */
    private void look() {
        Stay late;
        lock.lock();
        try {
            late = stay;
            if (alarm == null || alarmAt - System.nanoTime() > 0) {
                return; // Another alarm was set meanwhile.
            }
            alarm = null;
            if (late == null) {
                return;
            }
            if (late.until - System.nanoTime() > 0) {
                setAlarm(late);
                return;
            }
            stay = null;
        } finally {
            lock.unlock();
        }
        stop(late);
        late.goOn.run();
    }

    private static void elsewhere(Runnable work) {
        Workers.shared().execute(work);
    }
}
