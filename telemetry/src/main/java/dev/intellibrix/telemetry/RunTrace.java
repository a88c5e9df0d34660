package dev.intellibrix.telemetry;

import dev.intellibrix.event.RunEvent;
import dev.intellibrix.event.RunListener;
import dev.intellibrix.event.RunScope;
import dev.intellibrix.message.Label;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The spans of one run, from its start to its end, its suspension included. Its events come one at a time. */
final class RunTrace implements RunListener {

    private final Instruments instruments;
    private final @Nullable String agentName;
    private final String runId;
    private final @Nullable String aboveId;
    private final Context around;
    private final Map<String, CallTrace> calls = new ConcurrentHashMap<>(); // By id, the open ones.
    private volatile @Nullable RunSpan run;
    private volatile @Nullable ModelCallTrace model;
    private boolean ended;

    /**
     * A run that is being started.
     *
     * @param agentName what the agent is called, when it is no sub-agent
     * @param aboveId the run that it works for, or null
     * @param around the context that it is started in
     */
    RunTrace(
            Instruments instruments,
            @Nullable String agentName,
            String runId,
            @Nullable String aboveId,
            Context around) {
        this.instruments = instruments;
        this.agentName = agentName;
        this.runId = runId;
        this.aboveId = aboveId;
        this.around = around;
    }

    /** A run that a tool of this one starts; below the span of the call, which is current unless the tool has changed that. */
    @Override
    public RunListener forRun(String subRunId) {
        Context current = Context.current();
        Context parent = Span.fromContextOrNull(current) == null ? contextOfRun() : current;
        return new RunTrace(instruments, agentName, subRunId, runId, parent);
    }

    @Override
    public void on(RunEvent event) {
        if (ended) {
            return;
        }
        if (event instanceof RunEvent.RunStarted started) {
            run = RunSpan.begin(instruments, started, agentName, aboveId, around);
        } else if (event instanceof RunEvent.RunFinished finished) {
            end(span -> span.finished(finished), "unfinished");
        } else if (event instanceof RunEvent.RunFailed failed) {
            end(span -> span.failed(failed.failure()), "unfinished");
        } else if (event instanceof RunEvent.RunSuspended) {
            end(RunSpan::suspended, "awaiting_approval");
        } else {
            RunSpan current = run;
            if (current != null) {
                onWork(event, current);
            }
        }
    }

    private void onWork(RunEvent event, RunSpan current) {
        if (event instanceof RunEvent.StepStarted) {
            current.step();
        } else if (event instanceof RunEvent.ModelCallStarted started) {
            current.provider(started.provider());
            model = ModelCallTrace.begin(instruments, started, current.context());
        } else if (event instanceof RunEvent.ModelCallFinished finished) {
            finished.usage().ifPresent(current::use);
            endModelCall(finished);
        } else if (event instanceof RunEvent.ToolRequested requested) {
            current.call(requested.label());
            open(requested.callId(), requested.toolName(), requested.label()).requested(requested);
        } else if (event instanceof RunEvent.ToolFinished finished) {
            current.saw(finished.label());
            open(finished.callId(), finished.toolName(), null);
            CallTrace call = calls.remove(finished.callId());
            if (call != null) {
                call.finished(finished);
            }
        } else {
            onCall(event);
        }
    }

    private void onCall(RunEvent event) {
        if (event instanceof RunEvent.ToolIntercepted intercepted) {
            CallTrace call = calls.get(intercepted.callId());
            if (call != null) {
                call.intercepted(intercepted);
            }
        } else if (event instanceof RunEvent.ApprovalRequested requested) {
            open(
                            requested.request().callId(),
                            requested.request().toolName(),
                            requested.request().label())
                    .asked(requested.request());
        } else if (event instanceof RunEvent.ApprovalResolved resolved) {
            CallTrace call = calls.get(resolved.request().callId());
            if (call != null) {
                call.resolved(resolved);
            }
        } else if (event instanceof RunEvent.ToolStarted started) {
            open(started.callId(), started.toolName(), null).started(started);
        }
    }

    /** The trace of a call; a new one where a run that is resumed goes on with it. */
    private CallTrace open(String callId, String toolName, @Nullable Label label) {
        return calls.computeIfAbsent(callId, id -> CallTrace.begin(instruments, contextOfRun(), id, toolName, label));
    }

    private Context contextOfRun() {
        RunSpan current = run;
        return current == null ? around : current.context();
    }

    private void endModelCall(RunEvent.ModelCallFinished finished) {
        ModelCallTrace open = model;
        model = null;
        if (open != null) {
            open.finished(finished);
        }
    }

    /** How a run's span ends. */
    @FunctionalInterface
    private interface Ending {
        void end(RunSpan span);
    }

    /** Ends all that is open, and the run at last; a processor that throws at one of them keeps none of the others open. */
    private void end(Ending ending, String outcomeOfOpenCalls) {
        ended = true;
        List<Runnable> open = new ArrayList<>();
        ModelCallTrace ofModel = model;
        model = null;
        if (ofModel != null) {
            open.add(ofModel::abandoned);
        }
        calls.values().forEach(call -> open.add(() -> call.left(outcomeOfOpenCalls)));
        calls.clear();
        RunSpan ofRun = run;
        if (ofRun != null) {
            open.add(() -> ending.end(ofRun));
        }
        endAll(open);
    }

    private static void endAll(List<Runnable> open) {
        RuntimeException first = null;
        for (Runnable each : open) {
            try {
                each.run();
            } catch (RuntimeException e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    @Override
    @SuppressWarnings("MustBeClosedChecker") // Whoever has entered closes it.
    public RunScope enter(RunEvent event) {
        Context context = contextOf(event);
        if (context == null) {
            return RunScope.none();
        }
        Scope scope = context.makeCurrent();
        return scope::close;
    }

    private @Nullable Context contextOf(RunEvent event) {
        if (event instanceof RunEvent.ModelCallStarted) {
            ModelCallTrace open = model;
            return open == null ? null : open.context();
        }
        String callId = event instanceof RunEvent.ToolStarted started
                ? started.callId()
                : event instanceof RunEvent.ApprovalRequested requested
                        ? requested.request().callId()
                        : null;
        CallTrace call = callId == null ? null : calls.get(callId);
        return call == null ? null : call.context();
    }
}
