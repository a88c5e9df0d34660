package dev.intellibrix.internal.gate;

import dev.intellibrix.approval.ApprovalReason;
import dev.intellibrix.approval.Permission;
import dev.intellibrix.internal.access.ParsedArguments;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.rules.Violation;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolInvocation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The checks of the gate that need nobody's answer: what refuses a call, and why somebody has to be asked. */
final class CallChecks {

    private static final Logger LOG = LoggerFactory.getLogger(Gate.class);
    private static final int MAX_QUOTED = 100;

    private final GatePolicy policy;
    private final Toolbox toolbox;
    private final GateHost host;
    private final List<RuleCheck> rules;
    private final Set<Path> protectedFiles;

    CallChecks(GatePolicy policy, Toolbox toolbox, GateHost host) {
        this.policy = policy;
        this.toolbox = toolbox;
        this.host = host;
        this.rules =
                policy.rules().stream().map(each -> new RuleCheck(each, host)).toList();
        this.protectedFiles = policy.rules().stream()
                .flatMap(each -> each.protectedFiles().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Checks a call as the model made it. */
    CheckedCall check(ToolCallPart call) throws RefusedException {
        ObjectNode arguments = parse(call.arguments());
        Tool tool = known(call);
        ToolInvocation invocation = bind(tool, arguments);
        List<ApprovalReason> reasons = checked(call, invocation);
        CallContext context = new CallContext(host, call, tool.category(), invocation.inputJson(), protectedFiles);
        addOwnReasons(reasons, call, tool, invocation, context);
        return new CheckedCall(call, tool, invocation, context, reasons);
    }

    /** What runs after a yes: the input that was shown, or the edited one; neither may be blocked by now. */
    ToolInvocation recheck(CheckedCall shown, @Nullable JsonNode edited) throws RefusedException {
        checked(shown.call(), shown.invocation());
        if (edited == null) {
            return shown.invocation();
        }
        if (!(edited instanceof ObjectNode object)) {
            throw new RefusedException(ToolOutcome.DENIED, "edit_invalid", "the edited input is no JSON object");
        }
        ToolInvocation invocation = bind(shown.tool(), object);
        checked(shown.call(), invocation);
        return invocation;
    }

    /**
     * An edited input that is not the answer yet, bound to its tool. Records and tells nothing, since it comes from another
     * thread than the run's; the edit is checked for good by {@link #recheck}.
     *
     * @throws ToolException when it does not fit
     */
    ToolInvocation preview(CheckedCall shown, String input) {
        try {
            if (Json.parse(input) instanceof ObjectNode object) {
                return shown.tool().bind(new ParsedArguments(object));
            }
        } catch (JsonFault e) {
            throw new ToolException("the input can not be read: " + e.getMessage());
        }
        throw new ToolException("the input must be a JSON object");
    }

    /** Why the rules and the permissions want such an edit asked; a {@link ToolException} when they refuse it. */
    List<ApprovalReason> previewReasons(ToolInvocation invocation) {
        ToolCategory category = invocation.category();
        if (policy.permissions().of(category) == Permission.DENY) {
            throw new ToolException("calls of the category " + lower(category) + " are not permitted here");
        }
        return rules.stream()
                .flatMap(each -> each.preview(invocation).stream())
                .distinct()
                .toList();
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
        rules.get(rules.size() - 1).unknownTool(call, message);
        throw new RefusedException(
                ToolOutcome.INTERCEPTED,
                "unknown_tool",
                Notes.INTERCEPTED + " " + Violation.UNKNOWN_TOOL + ": " + message);
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
        Set<ApprovalReason> found = new LinkedHashSet<>();
        for (RuleCheck each : rules) {
            found.addAll(each.check(call, invocation));
        }
        List<ApprovalReason> reasons = new ArrayList<>(found);
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
        if (trustPolicyAsks(invocation.category(), call.label())) {
            reasons.add(new ApprovalReason(ApprovalReason.Kind.TRUST, "it follows untrusted content"));
        }
    }

    private boolean trustPolicyAsks(ToolCategory category, Label label) {
        try {
            return policy.trustPolicy().asks(category, label);
        } catch (Throwable e) {
            LOG.warn("the trust policy failed for a call of the category {}; the call asks", lower(category), e);
            return true;
        }
    }

    /** Which categories the trust policy asks for, after trusted and after untrusted content: a policy has no name. */
    List<String> trustTable() {
        List<String> asks = new ArrayList<>();
        for (ToolCategory category : ToolCategory.values()) {
            for (Label label : List.of(Label.TRUSTED, Label.untrusted())) {
                if (trustPolicyAsks(category, label)) {
                    asks.add(category.name() + " " + label.trust().name());
                }
            }
        }
        return asks;
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
