package dev.intellibrix.internal.gate;

import dev.intellibrix.approval.ApprovalReason;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.approval.Permission;
import dev.intellibrix.internal.access.ParsedArguments;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.rules.Violation;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolInvocation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Decides about each tool call, in this order:
 *
 * <ol>
 *   <li>the arguments are parsed strictly
 *   <li>the tool must be known by exactly this name
 *   <li>the input must fit its schema
 *   <li>no intercept rule may block its command
 *   <li>the permissions of its category must not deny it
 *   <li>every reason to ask is collected, and if there is one, the hook is asked
 *   <li>the rules and permissions are asked again, since they may have become stricter meanwhile; an edit goes through all
 *       of them like a first input
 * </ol>
 *
 * <p>What is admitted runs with exactly the input that was decided on. Whatever is not a clear "allow" is a refusal, with a
 * reason code in its text, and no source can weaken another. One instance belongs to one run and is used on its thread.
 */
public final class Gate {

    private static final Logger LOG = LoggerFactory.getLogger(Gate.class);
    private static final int MAX_QUOTED = 100;

    private final GatePolicy policy;
    private final Toolbox toolbox;
    private final GateHost host;
    private final RuleCheck rules;
    private final Approvals approvals;
    private final Set<Path> protectedFiles;

    public Gate(GatePolicy policy, Toolbox toolbox, GateHost host) {
        this.policy = policy;
        this.toolbox = toolbox;
        this.host = host;
        this.rules = new RuleCheck(policy.rules(), host);
        this.approvals = new Approvals(policy, host);
        this.protectedFiles = policy.rules().protectedFiles();
    }

    /** Decides about one call; may wait for a person. */
    public Admission admit(ToolCallPart call) {
        try {
            ObjectNode arguments = parse(call.arguments());
            Tool tool = known(call);
            ToolInvocation invocation = bind(tool, arguments);
            List<ApprovalReason> reasons = checked(call, invocation);
            CallContext context = new CallContext(host, call, protectedFiles);
            addOwnReasons(reasons, call, tool, invocation, context);
            return reasons.isEmpty()
                    ? admitted(call, tool, invocation, context, "")
                    : ask(call, tool, invocation, context, reasons);
        } catch (RefusedException e) {
            return new Admission.Refused(ToolResultPart.of(call, e.outcome(), e.text()));
        } catch (Throwable e) {
            LOG.error("a call of {} could not be decided; it is denied", call.toolName(), e);
            return new Admission.Refused(ToolResultPart.of(
                    call,
                    ToolOutcome.DENIED,
                    "Denied (gate_failed): it could not be decided whether this call may run"));
        }
    }

    /** Nothing at all is an empty object: models write that for a tool without input. */
    private static ObjectNode parse(String arguments) throws RefusedException {
        if (arguments.isBlank()) {
            return Json.object();
        }
        String fault = "this is another kind of JSON value";
        try {
            if (Json.parse(arguments) instanceof ObjectNode object) {
                return object;
            }
        } catch (JsonFault e) {
            fault = e.getMessage();
        }
        throw new RefusedException(
                ToolOutcome.INVALID_INPUT,
                "invalid_json",
                "Not run (invalid_json): the arguments of the call must be one JSON object: " + fault);
    }

    private Tool known(ToolCallPart call) throws RefusedException {
        String name = call.toolName();
        Tool tool = toolbox.find(name);
        if (tool != null) {
            return tool;
        }
        String shown = VisibleText.line(name.length() > MAX_QUOTED ? name.substring(0, MAX_QUOTED) + "..." : name);
        List<String> nearest = toolbox.nearest(name);
        String message = "there is no tool named \"" + shown + "\""
                + (nearest.isEmpty() ? "" : "; did you mean " + String.join(", ", nearest) + "?");
        rules.unknownTool(call, message);
        throw new RefusedException(
                ToolOutcome.INTERCEPTED,
                "unknown_tool",
                Results.INTERCEPTED + " " + Violation.UNKNOWN_TOOL + ": " + message);
    }

    private static ToolInvocation bind(Tool tool, ObjectNode arguments) throws RefusedException {
        try {
            return tool.bind(new ParsedArguments(arguments));
        } catch (ToolException e) {
            throw new RefusedException(
                    ToolOutcome.INVALID_INPUT, "invalid_input", "Not run (invalid_input): " + e.getMessage());
        }
    }

    /** The rules and the permissions: what refuses whoever is asked, and what they want asked. */
    private List<ApprovalReason> checked(ToolCallPart call, ToolInvocation invocation) throws RefusedException {
        List<ApprovalReason> reasons = new ArrayList<>(rules.check(call, invocation));
        ToolCategory category = invocation.category();
        Permission permission = policy.permissions().of(category);
        if (permission == Permission.DENY) {
            throw new RefusedException(
                    ToolOutcome.DENIED,
                    "permission",
                    "Denied (permission): calls of the category " + lower(category) + " are not permitted here");
        }
        if (permission == Permission.ASK) {
            reasons.add(new ApprovalReason(
                    ApprovalReason.Kind.PERMISSION, "the category " + lower(category) + " always asks"));
        }
        return reasons;
    }

    private void addOwnReasons(
            List<ApprovalReason> reasons,
            ToolCallPart call,
            Tool tool,
            ToolInvocation invocation,
            CallContext context) {
        if (invocation.needsApproval(context)) {
            reasons.add(new ApprovalReason(ApprovalReason.Kind.TOOL, tool.name() + " needs approval"));
        }
        if (trustPolicyAsks(invocation.category(), call)) {
            reasons.add(new ApprovalReason(ApprovalReason.Kind.TRUST, "it follows untrusted content"));
        }
    }

    private boolean trustPolicyAsks(ToolCategory category, ToolCallPart call) {
        try {
            return policy.trustPolicy().asks(category, call.label());
        } catch (Throwable e) {
            LOG.warn("the trust policy failed for a call of {}; the call asks", call.toolName(), e);
            return true;
        }
    }

    private Admission ask(
            ToolCallPart call, Tool tool, ToolInvocation invocation, CallContext context, List<ApprovalReason> reasons)
            throws RefusedException {
        ApprovalRequest request = ApprovalRequest.builder(tool.name())
                .runId(host.runId())
                .callId(call.id())
                .agentPath(host.agentPath())
                .category(invocation.category())
                .inputJson(invocation.inputJson())
                .notes(invocation.approvalNotes(context))
                .label(call.label())
                .reasons(reasons)
                .digest(Digests.of(host, call, tool, invocation.inputJson()))
                .trustedTexts(host.trustedTexts())
                .build();
        Approvals.Answer answer = approvals.ask(request, edited -> recheck(call, tool, invocation, edited));
        if (answer.refusal() != null) {
            throw answer.refusal();
        }
        ToolInvocation approved = answer.approved();
        if (approved == null) {
            return new Admission.Deferred(request);
        }
        String note = approved == invocation
                ? ""
                : "[a person changed the input of this call; what ran: " + VisibleText.line(approved.inputJson())
                        + "]\n";
        return admitted(call, tool, approved, context, note);
    }

    /** What runs after a yes: the input that was shown, or the edited one; neither may be blocked by now. */
    private ToolInvocation recheck(ToolCallPart call, Tool tool, ToolInvocation shown, @Nullable JsonNode edited)
            throws RefusedException {
        checked(call, shown);
        if (edited == null) {
            return shown;
        }
        if (!(edited instanceof ObjectNode object)) {
            throw new RefusedException(ToolOutcome.DENIED, "edit_invalid", "the edited input is no JSON object");
        }
        ToolInvocation invocation = bind(tool, object);
        checked(call, invocation);
        return invocation;
    }

    private AdmittedCall admitted(
            ToolCallPart call, Tool tool, ToolInvocation invocation, CallContext context, String note) {
        return new AdmittedCall(call, tool, invocation, context, note, policy.maxOutputChars());
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
