package dev.intellibrix.internal.gate;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalReason;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolInvocation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
 *   <li>what was approved is written to the journal, and taken up from there once
 * </ol>
 *
 * <p>What is admitted runs with exactly the input that was decided on. Whatever is not a clear "allow" is a refusal, with a
 * reason code in its text, and no source can weaken another. One instance belongs to one run and is used on its thread.
 */
public final class Gate {

    private static final Logger LOG = LoggerFactory.getLogger(Gate.class);

    private final GatePolicy policy;
    private final Toolbox toolbox;
    private final GateHost host;
    private final CallChecks checks;
    private final Approvals approvals;
    private final Journal journal;

    public Gate(GatePolicy policy, Toolbox toolbox, GateHost host) {
        this.policy = policy;
        this.toolbox = toolbox;
        this.host = host;
        this.checks = new CallChecks(policy, toolbox, host);
        this.approvals = new Approvals(policy, host);
        this.journal = Journal.of(policy.store(), host.runId());
    }

    /** A decision that may end in a refusal. */
    @FunctionalInterface
    private interface Decision {
        Admission make() throws RefusedException;
    }

    /** Decides about one call; may wait for a person. */
    public Admission admit(ToolCallPart call) {
        return guarded(call, () -> {
            CheckedCall checked = checks.check(call);
            return checked.reasons().isEmpty()
                    ? admitted(checked, checked.invocation(), "", null)
                    : ask(checked, request(checked, checked.reasons()));
        });
    }

    /**
     * Goes on with a call that waited for a decision when its run was suspended: by the decision that the journal has of it.
     * The checks are made anew, and whatever they say now that is stricter counts.
     *
     * @param asked the call as it was shown
     * @param takenUpBefore whether somebody, who is gone, had acted on the decision when the run was resumed
     */
    public Admission resume(ToolCallPart call, ApprovalRequest asked, boolean takenUpBefore) {
        Optional<JournalEntry> found;
        try {
            found = journal.find(call.id());
        } catch (RuntimeException e) {
            LOG.error("the journal can not be read; call {} goes on waiting", call.id(), e);
            return new Admission.Deferred(asked);
        }
        JournalEntry entry = found.orElse(null);
        if (entry == null) {
            return new Admission.Deferred(asked);
        }
        if (entry.isTakenUp() && !takenUpBefore) {
            return new Admission.Taken();
        }
        if (entry.isTakenUp() && !mayStartAgain(call, asked, entry)) {
            return startedBefore(call, asked, entry);
        }
        Admission admission = guarded(call, () -> carryOut(call, asked, entry));
        return admission instanceof Admission.Refused refused ? usedUp(call, asked, entry, refused) : admission;
    }

    /**
     * What is said of a call that waited for a decision and does not start: this, unless somebody has taken it up. From then
     * on it never starts.
     */
    public ToolResultPart close(ToolCallPart call, ApprovalRequest asked, ToolResultPart result) {
        return journal.closeOrUnknown(call, asked.digest(), result);
    }

    /** A refusal uses the decision up, so that it can not be acted on later; of a call that may have run it says nothing. */
    private Admission usedUp(ToolCallPart call, ApprovalRequest asked, JournalEntry entry, Admission.Refused refused) {
        if (entry.isTakenUp()) {
            return startedBefore(call, asked, entry);
        }
        try {
            JournalEntry there = journal.close(call.id(), asked.digest(), refused.result());
            return refused.result().equals(there.result()) ? refused : new Admission.Taken();
        } catch (RuntimeException e) {
            LOG.error("the refusal of call {} could not be written down", call.id(), e);
            return entry.isDenial() ? refused : new Admission.Refused(Results.ofUnwritten(call));
        }
    }

    /** A digest of what else than the call itself decides about these calls: the developer's policy and the schemas. */
    public String policyRevision(List<ApprovalRequest> waiting) {
        List<String> schemas = new ArrayList<>();
        for (ApprovalRequest request : waiting) {
            Tool tool = toolbox.find(request.toolName());
            schemas.add(tool == null ? "" : tool.inputSchema());
        }
        return Digests.ofPolicy(policy, checks.trustTable(), schemas);
    }

    private Admission guarded(ToolCallPart call, Decision decision) {
        try {
            return decision.make();
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

    private boolean mayStartAgain(ToolCallPart call, ApprovalRequest asked, JournalEntry entry) {
        Tool tool = toolbox.find(call.toolName());
        return entry.state() == JournalEntry.State.CLAIMED
                && entry.digest().equals(asked.digest())
                && tool != null
                && tool.isIdempotent();
    }

    private Admission carryOut(ToolCallPart call, ApprovalRequest asked, JournalEntry entry) throws RefusedException {
        Claim claim = new Claim(journal, call.id(), entry);
        CheckedCall checked = checks.check(call);
        ApprovalRequest now = request(checked, union(asked.reasons(), checked.reasons()));
        ApprovalRequest shown = entry.digest().equals(asked.digest()) ? asked : now;
        Optional<String> change = entry.digest().equals(shown.digest())
                ? ApprovalChange.between(shown, now)
                : Optional.of("the decision was about something else");
        if (change.isPresent() && !entry.isDenial()) {
            return entry.isTakenUp()
                    ? startedBefore(call, asked, entry)
                    : askAnew(checked, asked, now, change.get(), claim);
        }
        Approvals.Answer answer =
                approvals.answered(shown, entry.decision(), edited -> checks.recheck(checked, edited));
        if (answer.refusal() != null) {
            throw answer.refusal();
        }
        return admitted(checked, answer, claim);
    }

    /** A decision about something else is taken out first, so that it can not come back when the call does. */
    private Admission askAnew(
            CheckedCall checked, ApprovalRequest asked, ApprovalRequest now, String change, Claim claim)
            throws RefusedException {
        AdmittedCall.Claiming done = claim.makeVoid();
        if (done == AdmittedCall.Claiming.TAKEN) {
            return new Admission.Taken();
        }
        if (done == AdmittedCall.Claiming.FAILED) {
            return new Admission.Deferred(asked);
        }
        approvals.isVoid(asked, change);
        return ask(checked, now);
    }

    private static Admission startedBefore(ToolCallPart call, ApprovalRequest request, JournalEntry entry) {
        return new Admission.Refused(Results.known(call, request.digest(), entry));
    }

    private Admission ask(CheckedCall checked, ApprovalRequest request) throws RefusedException {
        Approvals.Answer answer = approvals.ask(request, edited -> checks.recheck(checked, edited));
        if (answer.refusal() != null) {
            throw answer.refusal();
        }
        if (answer.approved() == null) {
            return new Admission.Deferred(request);
        }
        ToolCallPart call = checked.call();
        JournalEntry entry = approve(call, request, answer.decision());
        boolean ours = entry.says(request.digest(), answer.decision());
        if (entry.isTakenUp() && !(ours && mayStartAgain(call, request, entry))) {
            return startedBefore(call, request, entry);
        }
        if (!ours) {
            throw new RefusedException(
                    ToolOutcome.DENIED,
                    "answered_before",
                    "Denied (answered_before): there was another answer to this call before this one");
        }
        return admitted(checked, answer, new Claim(journal, call.id(), entry));
    }

    private JournalEntry approve(ToolCallPart call, ApprovalRequest request, ApprovalDecision decision)
            throws RefusedException {
        try {
            return journal.approve(call.id(), request.digest(), decision);
        } catch (RuntimeException e) {
            LOG.error("the approval of call {} could not be written down; the call is denied", call.id(), e);
            throw new RefusedException(
                    ToolOutcome.DENIED, "journal_failed", "Denied (journal_failed): the approval could not be kept");
        }
    }

    private Admission admitted(CheckedCall checked, Approvals.Answer answer, Claim claim) {
        ToolInvocation approved = Objects.requireNonNull(answer.approved(), "approved");
        String note =
                approved == checked.invocation() ? "" : Notes.ofEdit(approved.inputJson(), policy.maxOutputChars());
        return admitted(checked, approved, note, claim);
    }

    private AdmittedCall admitted(CheckedCall checked, ToolInvocation invocation, String note, @Nullable Claim claim) {
        return new AdmittedCall(checked, invocation, note, policy.maxOutputChars(), claim);
    }

    private ApprovalRequest request(CheckedCall checked, List<ApprovalReason> reasons) {
        List<String> notes = checked.invocation().approvalNotes(checked.context());
        List<String> trustedTexts = host.trustedTexts();
        return request(checked, checked.invocation(), notes, reasons, trustedTexts)
                .digest(Digests.of(host, checked, notes, reasons))
                .editing(input -> edited(checked, input, reasons, trustedTexts))
                .build();
    }

    /** On the thread of whoever edits, so it tells nobody of anything. */
    private ApprovalRequest edited(
            CheckedCall checked, String input, List<ApprovalReason> reasons, List<String> trustedTexts) {
        ToolInvocation invocation = checks.preview(checked, input);
        List<ApprovalReason> now = union(reasons, checks.previewReasons(invocation));
        List<String> notes = invocation.approvalNotes(checked.context());
        return request(checked, invocation, notes, now, trustedTexts).build();
    }

    private ApprovalRequest.Builder request(
            CheckedCall checked,
            ToolInvocation invocation,
            List<String> notes,
            List<ApprovalReason> reasons,
            List<String> trustedTexts) {
        return ApprovalRequest.builder(checked.tool().name())
                .runId(host.runId())
                .callId(checked.call().id())
                .agentPath(host.agentPath())
                .category(invocation.category())
                .inputJson(invocation.inputJson())
                .notes(notes)
                .label(checked.call().label())
                .reasons(reasons)
                .trustedTexts(trustedTexts);
    }

    private static List<ApprovalReason> union(List<ApprovalReason> before, List<ApprovalReason> now) {
        Set<ApprovalReason> all = new LinkedHashSet<>(before);
        all.addAll(now);
        return List.copyOf(all);
    }
}
