package dev.intellibrix.internal.gate;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalHook;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.event.Decider;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.tool.ToolException;
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

    enum Kind {
        RUN_AS_SHOWN,
        RUN_EDITED,
        DEFER,
        CANCEL,
        DENY
    }

    /**
     * What came of a request.
     *
     * @param code the reason code of a denial; empty otherwise
     * @param text what the model reads after a denial
     * @param edited the invocation with the edited input, after an edit
     */
    record Answer(
            Kind kind,
            Decider decidedBy,
            ApprovalDecision decision,
            String code,
            String text,
            @Nullable ToolInvocation edited) {

        static Answer of(Kind kind, ApprovalDecision decision) {
            return new Answer(kind, Decider.HOOK, decision, "", "", null);
        }

        static Answer denied(Decider decidedBy, String code, String reason) {
            return new Answer(
                    Kind.DENY,
                    decidedBy,
                    ApprovalDecision.deny(reason),
                    code,
                    "Denied (" + code + "): " + reason,
                    null);
        }

        ToolInvocation editedInvocation() {
            if (edited == null) {
                throw new IllegalStateException("only an edit has an edited invocation");
            }
            return edited;
        }
    }

    /**
     * Asks and waits.
     *
     * @param bindEdit checks an edited input and binds it; throws a {@link ToolException} when it can not be used
     */
    Answer ask(ApprovalRequest request, Function<JsonNode, ToolInvocation> bindEdit) {
        RunEvent requested = new RunEvent.ApprovalRequested(host.source(), request);
        boolean audited = host.audit(requested);
        host.tell(requested);
        long start = System.nanoTime();
        Answer answer = AUDIT_FAILED;
        try {
            if (audited) {
                answer = settle(askHook(request), bindEdit);
            }
        } finally {
            answer = resolve(request, answer, Duration.ofNanos(System.nanoTime() - start));
        }
        return answer;
    }

    /** Ends the request; what can not be written to the audit log is a denial. */
    private Answer resolve(ApprovalRequest request, Answer answer, Duration waited) {
        RunEvent resolved = resolved(request, answer, waited);
        if (host.audit(resolved)) {
            host.tell(resolved);
            return answer;
        }
        host.tell(resolved(request, AUDIT_FAILED, waited));
        return AUDIT_FAILED;
    }

    private RunEvent resolved(ApprovalRequest request, Answer answer, Duration waited) {
        return new RunEvent.ApprovalResolved(
                host.source(),
                request,
                answer.decidedBy(),
                answer.decision(),
                answer.code(),
                Optional.ofNullable(answer.edited()).map(ToolInvocation::inputJson),
                waited);
    }

    private Answer askHook(ApprovalRequest request) {
        ApprovalHook hook = policy.hook();
        if (hook == null) {
            return Answer.denied(
                    Decider.NOBODY, "no_hook", "this call needs approval and nobody is there to approve it");
        }
        try {
            ApprovalDecision decision = host.await(() -> hook.decide(request), policy.hookTimeout());
            return decision == null
                    ? Answer.denied(Decider.ERROR, "hook_returned_nothing", "the approval hook gave no decision")
                    : decided(decision);
        } catch (TimeoutException e) {
            return Answer.denied(Decider.TIMEOUT, "hook_timeout", "nobody answered in time");
        } catch (InterruptedException e) {
            return new Answer(
                    Kind.CANCEL,
                    Decider.CANCELLED,
                    ApprovalDecision.deny("the run was cancelled"),
                    "cancelled",
                    "Not run (cancelled): the run was cancelled before the call was approved",
                    null);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InterruptedException) {
                return Answer.denied(Decider.ERROR, "hook_interrupted", "the approval hook was interrupted");
            }
            LOG.warn("the approval hook failed for a call of {}; the call is denied", request.toolName(), e.getCause());
            return Answer.denied(Decider.ERROR, "hook_failed", "the approval hook failed");
        }
    }

    private static Answer decided(ApprovalDecision decision) {
        if (decision instanceof ApprovalDecision.Allow) {
            return Answer.of(Kind.RUN_AS_SHOWN, decision);
        }
        if (decision instanceof ApprovalDecision.Defer) {
            return Answer.of(Kind.DEFER, decision);
        }
        if (decision instanceof ApprovalDecision.Edit) {
            return Answer.of(Kind.RUN_EDITED, decision);
        }
        String reason = decision instanceof ApprovalDecision.Deny deny ? deny.reason() : "unknown decision";
        return Answer.denied(Decider.HOOK, "denied", reason);
    }

    private static Answer settle(Answer answer, Function<JsonNode, ToolInvocation> bindEdit) {
        if (!(answer.decision() instanceof ApprovalDecision.Edit edit)) {
            return answer;
        }
        try {
            ToolInvocation edited = bindEdit.apply(tree(edit.input()));
            return new Answer(Kind.RUN_EDITED, answer.decidedBy(), edit, "", "", edited);
        } catch (ToolException | JacksonException e) {
            return Answer.denied(
                    Decider.ERROR,
                    "edit_invalid",
                    "a person changed the input, and the changed input can not be used: " + e.getMessage());
        }
    }

    /** By way of text, so that the strict parse sees the edit as well. */
    private static JsonNode tree(Map<String, ?> input) {
        return Json.mapper().readTree(Json.write(input));
    }
}
