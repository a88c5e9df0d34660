package dev.intellibrix.testing;

import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalHook;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.tool.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Decides about recorded calls by the policy of some options. Each goes through the real loop, in a run of its own that begins
 * with the trust of the call and ends after it, so that what became of one call does not change what is decided about another.
 */
final class ReplayGate {

    /** The code of a hook's edit that the tool does not take: an answer, though one that denies. */
    private static final String EDIT_INVALID = "edit_invalid";

    private static final String HOOK_FAILED = "hook_failed";

    private final IntelligenceOptions options;
    private final List<Tool> tools;
    private final boolean recordedAnswers;

    /** With these tools, none of which may do anything, in place of those of the options. */
    ReplayGate(IntelligenceOptions options, List<Tool> tools, boolean recordedAnswers) {
        this.options = options;
        this.tools = tools;
        this.recordedAnswers = recordedAnswers;
    }

    Decided decide(RecordedCall call) {
        List<TextPart> parts = new ArrayList<>(call.said());
        parts.add(TextPart.of("", call.label()));
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        RunLog run = RunLog.ofAsking(optionsFor(call, thrown), new Message(Role.USER, List.copyOf(parts)));
        List<LoggedCall> made = run.calls();
        if (made.size() != 1) {
            throw new IllegalStateException(
                    "a call of " + call.toolName() + " could not be replayed; what happened:\n" + run);
        }
        requireAnswer(made.get(0), thrown.get());
        return Decided.of(made.get(0))
                .orElseThrow(() -> new IllegalStateException(
                        "a call of " + call.toolName() + " was not decided about; what happened:\n" + run));
    }

    /** A hook that can not decide denies everything, which would pass for a stricter policy. */
    private static void requireAnswer(LoggedCall made, @Nullable Throwable thrown) {
        for (LoggedApproval approval : made.approvals()) {
            RunEvent.ApprovalResolved resolved = approval.resolved();
            if (resolved == null || !isBroken(resolved)) {
                continue;
            }
            boolean hasThrown = resolved.code().equals(HOOK_FAILED) && thrown != null;
            throw new IllegalStateException(
                    "the hook could not decide about "
                            + RunListing.call(made.toolName(), made.arguments(), made.label())
                            + (hasThrown ? ": it threw " + thrown : " (" + resolved.code() + ")"),
                    hasThrown ? thrown : null);
        }
    }

    private static boolean isBroken(RunEvent.ApprovalResolved resolved) {
        return switch (resolved.decidedBy()) {
            case TIMEOUT -> true;
            case ERROR -> !resolved.code().equals(EDIT_INVALID);
            default -> false;
        };
    }

    /** The policy of the options with nothing of what is outside of this process; listeners, logs and stores stay behind. */
    private IntelligenceOptions optionsFor(RecordedCall call, AtomicReference<Throwable> thrown) {
        IntelligenceOptions.Builder builder = IntelligenceOptions.builder()
                .provider(MockProvider.of(
                        MockTurn.ofParts(List.of(ToolCallPart.of(call.id(), call.toolName(), call.arguments())))))
                .model(options.model())
                .tools(tools.toArray(new Tool[0]))
                .permissions(options.permissions())
                .trustPolicy(options.trustPolicy())
                .rules(options.rules())
                .clock(options.clock())
                .stopWhen(messages -> true);
        options.system().ifPresent(builder::system);
        options.approvalTimeout().ifPresent(builder::approvalTimeout);
        if (recordedAnswers) {
            ApprovalDecision answer = call.answer().orElse(ApprovalDecision.defer());
            builder.onToolApproval(request -> answer);
        } else {
            options.approvalHook().ifPresent(hook -> builder.onToolApproval(noting(hook, thrown)));
        }
        return builder.build();
    }

    private static ApprovalHook noting(ApprovalHook hook, AtomicReference<Throwable> thrown) {
        return request -> {
            try {
                return hook.decide(request);
            } catch (Throwable e) {
                thrown.set(e);
                throw e;
            }
        };
    }
}
