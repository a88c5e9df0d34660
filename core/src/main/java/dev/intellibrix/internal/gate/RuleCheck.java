package dev.intellibrix.internal.gate;

import dev.intellibrix.approval.ApprovalReason;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.rules.InterceptRules;
import dev.intellibrix.rules.RuleFindings;
import dev.intellibrix.rules.RuleSet;
import dev.intellibrix.rules.Violation;
import dev.intellibrix.tool.Command;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolInvocation;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Holds the commands of calls against the intercept rules as they stand at the moment of each decision. */
final class RuleCheck {

    private static final Logger LOG = LoggerFactory.getLogger(InterceptRules.class);

    private static final ApprovalReason UNTOLD = reason("its command can not be told");

    private final InterceptRules rules;
    private final GateHost host;
    private RuleSet lastSeen;

    RuleCheck(InterceptRules rules, GateHost host) {
        this.rules = rules;
        this.host = host;
        this.lastSeen = rules.current();
    }

    /**
     * Checks a call.
     *
     * @return the reasons to ask that the rules see
     * @throws RefusedException when a rule blocks the call
     */
    List<ApprovalReason> check(ToolCallPart call, ToolInvocation invocation) throws RefusedException {
        RuleSet current = current();
        List<ApprovalReason> reasons = new ArrayList<>();
        List<Command> commands = invocation.commands(failure -> {
            LOG.warn("a command of a call of {} could not be told; the call asks", call.toolName(), failure);
            reasons.add(UNTOLD);
        });
        RuleFindings findings = current.evaluate(commands);
        if (findings.isBlocked()) {
            throw blocked(call, findings.blocks().get(0), commands);
        }
        reasons.addAll(reasons(findings));
        if (invocation.category() == ToolCategory.EXECUTE) {
            current.fault().ifPresent(fault -> reasons.add(reason("the intercept rules can not be read: " + fault)));
        }
        return reasons;
    }

    /**
     * What the rules say of an edit that is not made yet; records and tells nothing, and may be called on any thread.
     *
     * @throws ToolException when a rule blocks it
     */
    List<ApprovalReason> preview(ToolInvocation invocation) {
        List<ApprovalReason> reasons = new ArrayList<>();
        RuleFindings findings = rules.current().evaluate(invocation.commands(failure -> reasons.add(UNTOLD)));
        if (findings.isBlocked()) {
            RuleFindings.Hit hit = findings.blocks().get(0);
            throw new ToolException(Notes.INTERCEPTED + " " + hit.rule() + ": " + hit.message());
        }
        reasons.addAll(reasons(findings));
        return reasons;
    }

    private static List<ApprovalReason> reasons(RuleFindings findings) {
        List<ApprovalReason> reasons = new ArrayList<>();
        findings.confirms().forEach(hit -> reasons.add(reason("rule " + hit.rule() + ": " + hit.message())));
        findings.doubts().forEach(doubt -> reasons.add(reason(doubt)));
        return reasons;
    }

    /** Tells of a call that names no tool. */
    void unknownTool(ToolCallPart call, String message) {
        intercepted(call, Violation.UNKNOWN_TOOL, message, call.arguments());
    }

    private RuleSet current() {
        RuleSet current = rules.current();
        if (current != lastSeen) {
            host.publish(new RunEvent.RulesChanged(host.source(), current.differenceFrom(lastSeen)));
            lastSeen = current;
        }
        return current;
    }

    private RefusedException blocked(ToolCallPart call, RuleFindings.Hit hit, List<Command> commands) {
        intercepted(
                call,
                hit.rule(),
                hit.message(),
                String.join("\n", commands.stream().map(Command::text).toList()));
        return new RefusedException(
                ToolOutcome.INTERCEPTED, "intercepted", Notes.INTERCEPTED + " " + hit.rule() + ": " + hit.message());
    }

    private void intercepted(ToolCallPart call, String rule, String message, String command) {
        rules.record(new Violation(host.source().at(), host.runId(), call.toolName(), rule, command));
        host.publish(new RunEvent.ToolIntercepted(host.source(), call.id(), call.toolName(), rule, message));
    }

    private static ApprovalReason reason(String text) {
        return new ApprovalReason(ApprovalReason.Kind.RULE, text);
    }
}
