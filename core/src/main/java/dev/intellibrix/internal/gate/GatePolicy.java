package dev.intellibrix.internal.gate;

import dev.intellibrix.approval.ApprovalHook;
import dev.intellibrix.approval.Permissions;
import dev.intellibrix.approval.TrustPolicy;
import dev.intellibrix.rules.InterceptRules;
import dev.intellibrix.store.KeyValueStore;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What an agent's developer decided about its calls.
 *
 * @param hook who is asked; null means that nobody is and that gated calls are denied
 * @param hookTimeout how long the hook may take; null means as long as it needs
 * @param permissions what the categories may do
 * @param trustPolicy which calls ask because of what led to them
 * @param rules the intercept rules
 * @param maxOutputChars how much of a tool's text the model gets
 * @param store where the journal is; null means in this process
 */
public record GatePolicy(
        @Nullable ApprovalHook hook,
        @Nullable Duration hookTimeout,
        Permissions permissions,
        TrustPolicy trustPolicy,
        InterceptRules rules,
        int maxOutputChars,
        @Nullable KeyValueStore store) {}
