package dev.intellibrix.examples.reviewbot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.examples.support.Shown;
import dev.intellibrix.message.Trust;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the bot shows without arguments. */
@Timeout(120)
class ReviewBotDemoTest {

    private final List<ApprovalRequest> asked = new CopyOnWriteArrayList<>();
    private final Shown shown = new Shown();

    private void run(ApprovalDecision decision) throws Exception {
        try (ReviewBotDemo demo = new ReviewBotDemo(shown.terminal())) {
            demo.run(IntelligenceOptions.builder()
                    .provider(ReviewBotDemo.scripted())
                    .onToolApproval(call -> {
                        asked.add(call);
                        return decision;
                    }));
        }
        assertThat(asked).hasSize(1);
        assertThat(asked.get(0).trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(shown.text()).contains("ended as ANSWERED: The change is wrong");
    }

    @Test
    void theReviewIsPostedAfterAYes() throws Exception {
        run(ApprovalDecision.allow());
        assertThat(shown.text()).contains("GitHub has got: /repos/octo/shop/pulls/7/reviews", "REQUEST_CHANGES");
    }

    @Test
    void nothingIsPostedAfterANo() throws Exception {
        run(ApprovalDecision.deny("not today"));
        assertThat(shown.text()).doesNotContain("GitHub has got");
    }
}
