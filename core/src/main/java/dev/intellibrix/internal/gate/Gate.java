package dev.intellibrix.internal.gate;

import dev.intellibrix.approval.ApprovalReason;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.approval.Permission;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.internal.access.ParsedArguments;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolInvocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Decides about each tool call, in this order: the arguments are parsed strictly; the tool must be known; the input must
 * fit its schema; the permissions of the category may deny; then every reason to ask is collected, and if there is one the
 * hook is asked. An edit is checked like the first input. What is admitted runs with exactly the input that was decided on.
 *
 * <p>Whatever is not a clear "allow" is a refusal, with a reason code in its text, and no source can weaken another. One
 * instance belongs to one run and is used on its thread.
 */
public final class Gate {

    private static final int MAX_QUOTED = 100;

    private final GatePolicy policy;
    private final Toolbox toolbox;
    private final GateHost host;
    private final Approvals approvals;

    public Gate(GatePolicy policy, Toolbox toolbox, GateHost host) {
        this.policy = policy;
        this.toolbox = toolbox;
        this.host = host;
        this.approvals = new Approvals(policy, host);
    }

    /** Decides about one call; may wait for a person. */
    public Admission admit(ToolCallPart call) {
        ObjectNode arguments;
        try {
            arguments = parse(call.arguments());
        } catch (JsonFault e) {
            return refuse(
                    call,
                    ToolOutcome.INVALID_INPUT,
                    "Not run (invalid_json): the arguments of the call must be one JSON object: " + e.getMessage());
        }
        Tool tool = toolbox.find(call.toolName());
        return tool == null ? unknown(call) : admit(call, tool, arguments);
    }

    private Admission admit(ToolCallPart call, Tool tool, ObjectNode arguments) {
        CallContext context = new CallContext(host, call, policy.protectedFiles());
        ToolInvocation invocation;
        try {
            invocation = tool.bind(new ParsedArguments(arguments));
        } catch (ToolException e) {
            return refuse(call, ToolOutcome.INVALID_INPUT, "Not run (invalid_input): " + e.getMessage());
        }
        ToolCategory category = invocation.category();
        Permission permission = policy.permissions().of(category);
        if (permission == Permission.DENY) {
            return refuse(
                    call,
                    ToolOutcome.DENIED,
                    "Denied (permission): calls of the category " + lower(category) + " are not permitted here");
        }
        List<ApprovalReason> reasons = reasonsToAsk(call, tool, invocation, context, permission);
        if (reasons.isEmpty()) {
            return admitted(call, tool, invocation, context, "");
        }
        return ask(call, tool, invocation, context, reasons);
    }

    private List<ApprovalReason> reasonsToAsk(
            ToolCallPart call, Tool tool, ToolInvocation invocation, CallContext context, Permission permission) {
        List<ApprovalReason> reasons = new ArrayList<>();
        if (permission == Permission.ASK) {
            reasons.add(new ApprovalReason(
                    ApprovalReason.Kind.PERMISSION, "the category " + lower(invocation.category()) + " asks"));
        }
        if (invocation.needsApproval(context)) {
            reasons.add(new ApprovalReason(ApprovalReason.Kind.TOOL, tool.name() + " needs approval"));
        }
        if (trustPolicyAsks(invocation.category(), call)) {
            reasons.add(new ApprovalReason(ApprovalReason.Kind.TRUST, "it follows untrusted content"));
        }
        return reasons;
    }

    private boolean trustPolicyAsks(ToolCategory category, ToolCallPart call) {
        try {
            return policy.trustPolicy().asks(category, call.label());
        } catch (RuntimeException e) {
            return true;
        }
    }

    private Admission ask(
            ToolCallPart call,
            Tool tool,
            ToolInvocation invocation,
            CallContext context,
            List<ApprovalReason> reasons) {
        ApprovalRequest request = ApprovalRequest.builder(tool.name())
                .runId(host.runId())
                .callId(call.id())
                .agentPath(host.agentPath())
                .category(invocation.category())
                .inputJson(invocation.inputJson())
                .label(call.label())
                .reasons(reasons)
                .digest(Digests.of(host, call, tool, invocation.inputJson()))
                .build();
        Approvals.Answer answer = approvals.ask(request, edited -> bindEdit(tool, edited));
        return switch (answer.kind()) {
            case RUN_AS_SHOWN -> admitted(call, tool, invocation, context, "");
            case RUN_EDITED ->
                admitted(
                        call,
                        tool,
                        answer.editedInvocation(),
                        context,
                        "[a person changed the input of this call; what ran: "
                                + VisibleText.line(answer.editedInvocation().inputJson()) + "]\n");
            case DEFER -> new Admission.Deferred(request);
            case CANCEL -> refuse(call, ToolOutcome.NOT_EXECUTED, answer.text());
            case DENY -> refuse(call, ToolOutcome.DENIED, answer.text());
        };
    }

    /** Checks an edit like a first input: schema, then what the gate refuses without asking. */
    private ToolInvocation bindEdit(Tool tool, JsonNode edited) {
        if (!(edited instanceof ObjectNode object)) {
            throw new ToolException("the edited input is no JSON object");
        }
        ToolInvocation invocation = tool.bind(new ParsedArguments(object));
        if (policy.permissions().of(invocation.category()) == Permission.DENY) {
            throw new ToolException(
                    "calls of the category " + lower(invocation.category()) + " are not permitted here");
        }
        return invocation;
    }

    private AdmittedCall admitted(
            ToolCallPart call, Tool tool, ToolInvocation invocation, CallContext context, String note) {
        return new AdmittedCall(call, tool, invocation, context, note, policy.maxOutputChars());
    }

    private Admission unknown(ToolCallPart call) {
        String name = call.toolName();
        String shown = VisibleText.line(name.length() > MAX_QUOTED ? name.substring(0, MAX_QUOTED) + "..." : name);
        List<String> nearest = toolbox.nearest(name);
        String message = "there is no tool named \"" + shown + "\""
                + (nearest.isEmpty() ? "" : "; did you mean " + String.join(", ", nearest) + "?");
        host.publish(new RunEvent.ToolIntercepted(host.source(), call.id(), name, "unknown-tool", message));
        return refuse(call, ToolOutcome.INTERCEPTED, Results.INTERCEPTED + " unknown-tool: " + message);
    }

    private static Admission refuse(ToolCallPart call, ToolOutcome outcome, String text) {
        return new Admission.Refused(Results.ofSdk(call, outcome, text));
    }

    /** Nothing at all is an empty object: models write that for a tool without input. */
    private static ObjectNode parse(String arguments) throws JsonFault {
        if (arguments.isBlank()) {
            return Json.object();
        }
        if (Json.parse(arguments) instanceof ObjectNode object) {
            return object;
        }
        throw new JsonFault("this is another kind of JSON value");
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
