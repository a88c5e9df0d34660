package dev.intellibrix.internal.gate;

import dev.intellibrix.approval.ApprovalReason;
import dev.intellibrix.approval.ApprovalRequest;
import java.util.List;
import java.util.Optional;

/** Tells whether a decision about a call is still one about the call as it stands now. */
final class ApprovalChange {

    private ApprovalChange() {}

    /** What a person who decided did not see; empty when that is nothing. */
    static Optional<String> between(ApprovalRequest shown, ApprovalRequest now) {
        if (!shown.inputJson().equals(now.inputJson())) {
            return Optional.of("the input is not the one that was shown");
        }
        if (!shown.notes().equals(now.notes())) {
            return Optional.of("what the tool says of it is not what was shown");
        }
        if (shown.category() != now.category()) {
            return Optional.of("the category is not the one that was shown");
        }
        if (!shown.label().equals(now.label())) {
            return Optional.of("the trust is not the one that was shown");
        }
        List<String> more = now.reasons().stream()
                .filter(reason -> !shown.reasons().contains(reason))
                .map(ApprovalReason::text)
                .toList();
        if (!more.isEmpty()) {
            return Optional.of("there is more reason to ask: " + String.join("; ", more));
        }
        return shown.digest().equals(now.digest()) ? Optional.empty() : Optional.of("the tool is not what it was");
    }
}
