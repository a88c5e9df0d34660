package dev.intellibrix;

import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.event.RunScope;
import dev.intellibrix.internal.concurrent.Workers;
import dev.intellibrix.internal.gate.Admission;
import dev.intellibrix.internal.gate.AdmittedCall;
import dev.intellibrix.internal.gate.Gate;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.ToolCategory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes the calls of one step through the gate, in order, and runs the admitted ones in parallel. A call that is admitted
 * starts at once, while its neighbours may still wait for a person; a write waits for the writes before it in its step, and
 * an execution as well. Each call gets exactly one result. Used once, on the run's thread.
 */
final class ToolRunner {

    private static final Duration GRACE = Duration.ofSeconds(1);

    /** A sub-agent gives its own tools {@link #GRACE}, and has to end after them. */
    private static final Duration SUB_AGENT_GRACE = GRACE.multipliedBy(2);

    private static final String NOT_RUN = "Not run (cancelled): the run was stopped";
    private static final String ELSEWHERE = "Unknown (goes_on_elsewhere): somebody else goes on with this run";
    private static final String NOT_KEPT =
            "Denied (journal_failed): it could not be written down that this call starts";

    private final RunHost host;
    private final RunControl control;
    private final Gate gate;
    private final Duration toolTimeout;
    private final Transcript transcript;
    private final List<Slot> slots = new ArrayList<>();
    private boolean goesOnElsewhere;

    ToolRunner(RunHost host, RunControl control, Gate gate, Duration toolTimeout, Transcript transcript) {
        this.host = host;
        this.control = control;
        this.gate = gate;
        this.toolTimeout = toolTimeout;
        this.transcript = transcript;
    }

    /** What became of the calls of a step: a result or a pending request for each. */
    record Outcome(List<ToolResultPart> results, List<ApprovalRequest> pending) {}

    /** One call on its way. */
    private static final class Slot {
        final ToolCallPart call;

        @Nullable AdmittedCall admitted;

        @Nullable ApprovalRequest pending;

        @Nullable ToolResultPart result;

        @Nullable Future<?> running;

        boolean started;

        long startNanos;

        Slot(ToolCallPart call) {
            this.call = call;
        }

        boolean isOpen() {
            return result == null && pending == null;
        }

        boolean isOpen(ToolCategory category) {
            return isOpen() && admitted != null && admitted.category() == category;
        }
    }

    /**
     * Takes up the calls and waits for all of them.
     *
     * @param late takes the outcome on another thread when this one had to be left behind in a tool
     * @return the outcome; null when another thread goes on with the run, which this one then must not touch any more
     * @throws ResumeException when somebody else goes on with the same run
     */
    @Nullable Outcome run(List<ToolCallPart> calls, Consumer<Outcome> late) {
        boolean alone = calls.size() == 1;
        if (alone ? !runHere(calls.get(0), late) : !runTogether(calls)) {
            return null;
        }
        host.mailbox().drain();
        if (goesOnElsewhere) {
            throw ResumeException.goesOnElsewhere(host.runId());
        }
        return outcome();
    }

    private boolean runTogether(List<ToolCallPart> calls) {
        Cancellation.Registration wake =
                control.cancellation().onCancel(() -> host.mailbox().post(this::cancelAll));
        try {
            for (ToolCallPart call : calls) {
                take(call);
                startWhatCan();
            }
            host.mailbox().runUntil(() -> slots.stream().noneMatch(Slot::isOpen));
        } finally {
            wake.close();
            host.mailbox().clearTimers();
        }
        return true;
    }

    /** Without neighbours there is nothing to do beside the tool, so this thread may as well run it itself. */
    private boolean runHere(ToolCallPart call, Consumer<Outcome> late) {
        Slot slot = take(call);
        AdmittedCall admitted = slot.admitted;
        if (admitted == null) {
            return true;
        }
        RunEvent started = announce(slot, admitted);
        if (started == null) {
            if (slot.isOpen()) {
                end(slot, notRun(admitted));
            }
            return true;
        }
        Duration timeout = admitted.timeout().orElse(toolTimeout);
        AdmittedCall.Ending ending = host.thread().run(admitted, () -> run(admitted, started), timeout, () -> {
            end(slot, control.stopped() == null ? timedOut(admitted, timeout) : cancelled(admitted));
            late.accept(outcome());
        });
        if (ending != null) {
            end(slot, admitted, ending);
        }
        return ending != null;
    }

    private Outcome outcome() {
        List<ToolResultPart> results = new ArrayList<>(slots.size());
        List<ApprovalRequest> pending = new ArrayList<>(0);
        for (Slot slot : slots) {
            if (slot.result != null) {
                results.add(slot.result);
            } else if (slot.pending != null) {
                pending.add(slot.pending);
            }
        }
        return new Outcome(results, pending);
    }

    private Slot take(ToolCallPart call) {
        Slot slot = new Slot(call);
        slots.add(slot);
        slot.result = transcript.settled(call.id()).orElse(null);
        if (slot.result != null) {
            return slot; // From before the run was suspended; the events have told it.
        }
        ApprovalRequest waited = transcript.waiting(call.id()).orElse(null);
        if (waited == null) {
            host.publish(new RunEvent.ToolRequested(
                    host.source(), call.id(), call.toolName(), call.arguments(), call.repaired(), call.label()));
        }
        if (goesOnElsewhere) {
            settle(slot, ToolResultPart.of(call, ToolOutcome.UNKNOWN, ELSEWHERE));
        } else if (control.stopped() != null) {
            settle(slot, notRun(call, waited));
        } else {
            take(slot, waited == null ? gate.admit(call) : gate.resume(call, waited, transcript.wasTakenUp(call.id())));
        }
        return slot;
    }

    private void take(Slot slot, Admission admission) {
        if (admission instanceof AdmittedCall admitted) {
            slot.admitted = admitted;
        } else if (admission instanceof Admission.Refused refused) {
            settle(slot, refused.result());
        } else if (admission instanceof Admission.Deferred deferred) {
            slot.pending = deferred.request();
        } else {
            giveUp();
        }
    }

    /** The run is somebody else's: nothing more starts, and what runs is waited for. */
    private void giveUp() {
        goesOnElsewhere = true;
        for (Slot slot : slots) {
            if (slot.isOpen() && !slot.started) {
                settle(slot, ToolResultPart.of(slot.call, ToolOutcome.UNKNOWN, ELSEWHERE));
            }
        }
    }

    /** Nothing starts after the run was stopped; what has not started is ended by {@link #cancelAll}. */
    private void startWhatCan() {
        boolean writing = false;
        for (Slot slot : slots) {
            AdmittedCall admitted = slot.admitted;
            if (admitted != null && slot.isOpen() && slot.running == null && !(writing && waitsForWrites(admitted))) {
                start(slot, admitted);
            }
            writing |= slot.isOpen(ToolCategory.WRITE);
        }
    }

    private static boolean waitsForWrites(AdmittedCall call) {
        return call.category() == ToolCategory.WRITE || call.category() == ToolCategory.EXECUTE;
    }

    private void start(Slot slot, AdmittedCall admitted) {
        RunEvent started = announce(slot, admitted);
        if (started == null) {
            return;
        }
        Duration timeout = admitted.timeout().orElse(toolTimeout);
        host.mailbox().after(timeout, () -> timeOut(slot, admitted, timeout));
        slot.running = Workers.shared().submit(() -> {
            AdmittedCall.Ending ending = run(admitted, started);
            host.mailbox().post(() -> end(slot, admitted, ending));
        });
    }

    /** Runs the tool, on this thread, within what the listeners set up for it. */
    private AdmittedCall.Ending run(AdmittedCall admitted, RunEvent started) {
        RunScope scope = host.enter(started);
        try {
            return admitted.run();
        } finally {
            scope.close();
        }
    }

    /** Says that a call starts; null when the run was stopped, if need be by a listener that heard of it. */
    private @Nullable RunEvent announce(Slot slot, AdmittedCall admitted) {
        if (control.stopped() != null || !isClaimed(slot, admitted)) {
            return null;
        }
        ToolCallPart call = slot.call;
        RunEvent started = new RunEvent.ToolStarted(host.source(), call.id(), call.toolName(), admitted.inputJson());
        host.publish(started);
        slot.startNanos = System.nanoTime();
        slot.started = control.stopped() == null;
        return slot.started ? started : null;
    }

    /** A call that somebody decided about starts only after that was written down, and once. */
    private boolean isClaimed(Slot slot, AdmittedCall admitted) {
        AdmittedCall.Claiming claiming = admitted.claim();
        if (claiming == AdmittedCall.Claiming.TAKEN) {
            giveUp();
        } else if (claiming == AdmittedCall.Claiming.FAILED) {
            settle(slot, admitted.notStarted(ToolOutcome.DENIED, NOT_KEPT).result());
        }
        return claiming == AdmittedCall.Claiming.OURS;
    }

    private void end(Slot slot, AdmittedCall admitted, AdmittedCall.Ending ending) {
        boolean stopped = control.stopped() != null && ending.failure().isPresent();
        end(slot, stopped ? cancelled(admitted) : ending);
    }

    private void end(Slot slot, AdmittedCall.Ending ending) {
        if (slot.isOpen()) { // Otherwise it is the late end of a call that was given up.
            settle(slot, ending.result(), ending.failure());
            startWhatCan();
        }
    }

    private void timeOut(Slot slot, AdmittedCall admitted, Duration timeout) {
        if (slot.isOpen()) {
            stop(slot, admitted);
            end(slot, timedOut(admitted, timeout));
        }
    }

    private void cancelAll() {
        for (Slot slot : slots) {
            AdmittedCall admitted = slot.admitted;
            if (admitted == null || !slot.isOpen()) {
                continue;
            }
            if (slot.running == null) {
                end(slot, notRun(admitted));
                continue;
            }
            boolean hasBegun = !admitted.withdraw();
            stop(slot, admitted);
            if (hasBegun) {
                host.mailbox().after(grace(admitted), () -> end(slot, cancelled(admitted)));
            } else {
                end(slot, cancelled(admitted));
            }
        }
    }

    /** How long a cancelled call has to end by itself. */
    static Duration grace(AdmittedCall call) {
        return call.category() == ToolCategory.DELEGATE ? SUB_AGENT_GRACE : GRACE;
    }

    private ToolResultPart notRun(ToolCallPart call, @Nullable ApprovalRequest waited) {
        ToolResultPart result = ToolResultPart.of(call, ToolOutcome.NOT_EXECUTED, NOT_RUN);
        return waited == null ? result : gate.close(call, waited, result);
    }

    private static AdmittedCall.Ending notRun(AdmittedCall call) {
        return call.notStarted(ToolOutcome.NOT_EXECUTED, NOT_RUN);
    }

    private static AdmittedCall.Ending cancelled(AdmittedCall call) {
        return call.stopped(ToolOutcome.CANCELLED, "Stopped (cancelled): the run was stopped");
    }

    private static AdmittedCall.Ending timedOut(AdmittedCall call, Duration timeout) {
        String length = timeout.toMillis() < 10_000 ? timeout.toMillis() + " ms" : timeout.toSeconds() + " s";
        return call.stopped(ToolOutcome.TIMED_OUT, "Stopped (timeout): the tool took longer than " + length);
    }

    private static void stop(Slot slot, AdmittedCall admitted) {
        admitted.cancel();
        if (slot.running != null) {
            slot.running.cancel(true);
        }
    }

    private void settle(Slot slot, ToolResultPart result) {
        settle(slot, result, Optional.empty());
    }

    private void settle(Slot slot, ToolResultPart result, Optional<Throwable> failure) {
        slot.result = result;
        if (slot.admitted != null) {
            slot.admitted.settled(result);
        }
        Duration took = slot.started ? Duration.ofNanos(System.nanoTime() - slot.startNanos) : Duration.ZERO;
        host.publish(new RunEvent.ToolFinished(
                host.source(),
                result.callId(),
                result.toolName(),
                result.outcome(),
                result.text(),
                result.label(),
                failure,
                took));
    }
}
