package dev.intellibrix.internal.gate;

import dev.intellibrix.approval.ApprovalHook;
import dev.intellibrix.approval.Permissions;
import dev.intellibrix.approval.TrustPolicy;
import dev.intellibrix.rules.InterceptRules;
import dev.intellibrix.store.KeyValueStore;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an agent's developer decided about its calls.
 *
 * @param hook who is asked; null means that nobody is and that gated calls are denied
 * @param hookTimeout how long the hook may take; null means as long as it needs
 * @param permissions what the categories may do
 * @param trustPolicy which calls ask because of what led to them
 * @param rules the intercept rules, all of which count: the agent's own ones last, after those of the agent that it works for
 * @param maxOutputChars how much of a tool's text the model gets
 * @param store where the journal is; null means in this process
 */
public record GatePolicy(
        @Nullable ApprovalHook hook,
        @Nullable Duration hookTimeout,
        Permissions permissions,
        TrustPolicy trustPolicy,
        List<InterceptRules> rules,
        int maxOutputChars,
        @Nullable KeyValueStore store) {

    public GatePolicy {
        rules = List.copyOf(rules);
    }

    /** This policy for an agent that works for another one: what that one's policy says is in force as well. */
    public GatePolicy under(GatePolicy above) {
        TrustPolicy own = trustPolicy;
        TrustPolicy others = above.trustPolicy;
        return new GatePolicy(
                hook,
                hookTimeout,
                permissions.and(above.permissions),
                (category, label) -> own.asks(category, label) || others.asks(category, label),
                Stream.concat(above.rules.stream().filter(each -> !rules.contains(each)), rules.stream())
                        .toList(),
                maxOutputChars,
                store);
    }
}
