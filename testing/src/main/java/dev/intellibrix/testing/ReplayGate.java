package dev.intellibrix.testing;

import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.tool.Tool;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides about recorded calls by the policy of some options. Each goes through the real loop, in a run of its own that begins
 * with the trust of the call and ends after it, so that what became of one call does not change what is decided about another.
 */
final class ReplayGate {

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
        RunLog run = RunLog.ofAsking(optionsFor(call), new Message(Role.USER, List.copyOf(parts)));
        List<LoggedCall> made = run.calls();
        if (made.size() != 1) {
            throw new IllegalStateException(
                    "a call of " + call.toolName() + " could not be replayed; what happened:\n" + run);
        }
        return Decided.of(made.get(0))
                .orElseThrow(() -> new IllegalStateException(
                        "a call of " + call.toolName() + " was not decided about; what happened:\n" + run));
    }

    /** The policy of the options with nothing of what is outside of this process; listeners, logs and stores stay behind. */
    private IntelligenceOptions optionsFor(RecordedCall call) {
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
            options.approvalHook().ifPresent(builder::onToolApproval);
        }
        return builder.build();
    }
}
