package dev.intellibrix.internal.gate;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalHook;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.event.Decider;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.event.RunScope;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.tool.ToolInvocation;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Asks the hook, and turns whatever comes of it into one answer: silence, exceptions and nonsense are denials with a
 * reason code of their own. Every request is followed by exactly one resolution.
 */
final class Approvals {

    private static final Logger LOG = LoggerFactory.getLogger(ApprovalHook.class);

    private static final Answer AUDIT_FAILED =
            Answer.denied(Decider.ERROR, "audit_failed", "the audit log can not be written");

    private final GatePolicy policy;
    private final GateHost host;

    Approvals(GatePolicy policy, GateHost host) {
        this.policy = policy;
        this.host = host;
    }

    /** Binds what runs after a yes. */
    @FunctionalInterface
    interface Recheck {

        /**
         * The invocation that runs.
         *
         * @param edited the edited input, or null when the input is to run as it was shown
         * @throws RefusedException when it may not run after all
         */
        ToolInvocation apply(@Nullable JsonNode edited) throws RefusedException;
    }

    /**
     * What came of a request: an invocation that may run, a refusal, or, when there is neither, that nobody can decide now.
     *
     * @param approved what runs
     * @param refusal why nothing runs
     */
    record Answer(
            Decider decidedBy,
            ApprovalDecision decision,
            @Nullable ToolInvocation approved,
            @Nullable RefusedException refusal) {

        static Answer denied(Decider decidedBy, String code, String reason) {
            return refused(
                    decidedBy,
                    reason,
                    new RefusedException(ToolOutcome.DENIED, code, "Denied (" + code + "): " + reason));
        }

        static Answer refused(Decider decidedBy, String reason, RefusedException refusal) {
            return new Answer(decidedBy, ApprovalDecision.deny(reason), null, refusal);
        }

        String code() {
            return refusal == null ? "" : refusal.code();
        }
    }

    /** Asks and waits. */
    Answer ask(ApprovalRequest request, Recheck recheck) {
        return resolved(request, requested -> askHook(requested, recheck));
    }

    /** Takes a decision that was made while the run was suspended. */
    Answer answered(ApprovalRequest request, ApprovalDecision decision, Recheck recheck) {
        return resolved(request, requested -> settle(decision, Decider.ANSWER, recheck));
    }

    /** Tells that a decision does not count, since what it was about has changed. */
    void isVoid(ApprovalRequest request, String why) {
        resolved(request, requested -> Answer.denied(Decider.POLICY, "approval_void", why));
    }

    private Answer resolved(ApprovalRequest request, Function<RunEvent.ApprovalRequested, Answer> decide) {
        RunEvent.ApprovalRequested requested = new RunEvent.ApprovalRequested(host.source(), request);
        boolean audited = host.audit(requested);
        host.tell(requested);
        long start = System.nanoTime();
        Answer answer = AUDIT_FAILED;
        try {
            if (audited) {
                answer = decide.apply(requested);
            }
        } finally {
            answer = resolve(request, answer, Duration.ofNanos(System.nanoTime() - start));
        }
        return answer;
    }

    /** Ends the request; what can not be written to the audit log is a denial, which is tried to be written in its place. */
    private Answer resolve(ApprovalRequest request, Answer answer, Duration waited) {
        RunEvent resolved = resolved(request, answer, waited);
        if (host.audit(resolved)) {
            host.tell(resolved);
            return answer;
        }
        host.publish(resolved(request, AUDIT_FAILED, waited));
        return AUDIT_FAILED;
    }

    private RunEvent resolved(ApprovalRequest request, Answer answer, Duration waited) {
        Optional<String> edited = Optional.ofNullable(answer.approved())
                .map(ToolInvocation::inputJson)
                .filter(input -> answer.decision() instanceof ApprovalDecision.Edit);
        return new RunEvent.ApprovalResolved(
                host.source(), request, answer.decidedBy(), answer.decision(), answer.code(), edited, waited);
    }

    private Answer askHook(RunEvent.ApprovalRequested requested, Recheck recheck) {
        ApprovalHook hook = policy.hook();
        if (hook == null) {
            return Answer.denied(
                    Decider.NOBODY, "no_hook", "this call needs approval and nobody is there to approve it");
        }
        try {
            ApprovalDecision decision = host.await(() -> decision(hook, requested), policy.hookTimeout());
            return decision == null
                    ? Answer.denied(Decider.ERROR, "hook_returned_nothing", "the approval hook gave no decision")
                    : settle(decision, Decider.HOOK, recheck);
        } catch (TimeoutException e) {
            return Answer.denied(Decider.TIMEOUT, "hook_timeout", "nobody answered in time");
        } catch (InterruptedException e) {
            return Answer.refused(
                    Decider.CANCELLED,
                    "the run was cancelled",
                    new RefusedException(
                            ToolOutcome.NOT_EXECUTED,
                            "cancelled",
                            "Not run (cancelled): the run was stopped before the call was approved"));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InterruptedException) {
                return Answer.denied(Decider.ERROR, "hook_interrupted", "the approval hook was interrupted");
            }
            LOG.warn(
                    "the approval hook failed for a call of {}; the call is denied",
                    requested.request().toolName(),
                    e.getCause());
            return Answer.denied(Decider.ERROR, "hook_failed", "the approval hook failed");
        }
    }

    private @Nullable ApprovalDecision decision(ApprovalHook hook, RunEvent.ApprovalRequested requested)
            throws Exception {
        RunScope scope = host.enter(requested);
        try {
            return hook.decide(requested.request());
        } finally {
            scope.close();
        }
    }

    private Answer settle(ApprovalDecision decision, Decider decider, Recheck recheck) {
        if (decision instanceof ApprovalDecision.Deny deny) {
            return Answer.denied(decider, "denied", deny.reason());
        }
        if (decision instanceof ApprovalDecision.Defer) {
            return host.agentPath().isEmpty() ? new Answer(decider, decision, null, null) : notDeferrable(decider);
        }
        try {
            @Nullable JsonNode edited = decision instanceof ApprovalDecision.Edit edit ? tree(edit.input()) : null;
            return new Answer(decider, decision, recheck.apply(edited), null);
        } catch (JacksonException e) {
            return unusableEdit("it can not be written as JSON");
        } catch (RefusedException e) {
            if (e.outcome() == ToolOutcome.INVALID_INPUT) {
                return unusableEdit(e.text());
            }
            return Answer.refused(Decider.POLICY, e.text(), e);
        } catch (Throwable e) {
            LOG.error("a decision could not be carried out; the call is denied", e);
            return Answer.denied(Decider.ERROR, "gate_failed", "it could not be decided whether this call may run");
        }
    }

    /** The run that a sub-agent works for goes on without waiting, and could not be resumed with the answer. */
    private static Answer notDeferrable(Decider decider) {
        return Answer.denied(
                decider,
                "not_deferrable",
                "nobody can decide about this call now, and a sub-agent does not wait; say in your answer what has to be"
                        + " approved");
    }

    private static Answer unusableEdit(String why) {
        return Answer.denied(
                Decider.ERROR,
                "edit_invalid",
                "a person changed the input, and the changed input can not be used: " + why);
    }

    /** By way of text, so that the strict parse sees the edit as well. */
    private static JsonNode tree(Map<String, ?> input) {
        return Json.mapper().readTree(Json.writeWhole(input));
    }
}
