package app;

import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.message.Trust;
import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Tool;
import java.util.ArrayList;
import java.util.List;

/** An agent that sends letters, but does nothing that untrusted text led to. */
public final class Letters {

    record Letter(
            @Description("Who gets it") String to,
            @Description("What it says") String text) {}

    private final List<String> sent = new ArrayList<>();

    public IntelligenceOptions.Builder agent() {
        return IntelligenceOptions.builder()
                .tools(sendLetter())
                .onToolApproval(call -> call.trust() == Trust.TRUSTED
                        ? ApprovalDecision.allow()
                        : ApprovalDecision.deny("not after reading what others wrote"));
    }

    public List<String> sent() {
        return List.copyOf(sent);
    }

    private Tool sendLetter() {
        return Tool.define("send_letter", Letter.class)
                .description("Send a letter")
                .needsApproval()
                .execute((letter, context) -> {
                    sent.add(letter.to());
                    return "sent";
                });
    }
}
