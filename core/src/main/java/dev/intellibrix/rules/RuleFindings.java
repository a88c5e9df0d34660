package dev.intellibrix.rules;

import java.util.List;
import java.util.Objects;

/**
 * What the rules say about the commands of one call.
 *
 * @param blocks the rules that reject the call, in the order of the rules; one is enough
 * @param confirms the rules that want it approved
 * @param doubts why the commands cannot be read with certainty, which wants approval as well
 */
public record RuleFindings(List<Hit> blocks, List<Hit> confirms, List<String> doubts) {

    /**
     * A rule that matched.
     *
     * @param rule the rule's name
     * @param message the rule's message
     */
    public record Hit(String rule, String message) {
        public Hit {
            Objects.requireNonNull(rule, "rule");
            Objects.requireNonNull(message, "message");
        }
    }

    /** Findings that leave the call to everything else that is asked. */
    public static final RuleFindings NONE = new RuleFindings(List.of(), List.of(), List.of());

    public RuleFindings {
        blocks = List.copyOf(blocks);
        confirms = List.copyOf(confirms);
        doubts = List.copyOf(doubts);
    }

    /** Whether the call is rejected. */
    public boolean isBlocked() {
        return !blocks.isEmpty();
    }

    /** Whether the call needs approval, unless it is rejected. */
    public boolean needsApproval() {
        return !confirms.isEmpty() || !doubts.isEmpty();
    }
}
