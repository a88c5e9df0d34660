package dev.intellibrix.mcp.server;

import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.approval.ApprovalHook;
import dev.intellibrix.approval.Permissions;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.StreamSink;
import org.jspecify.annotations.Nullable;

/**
 * What a server is made of.
 *
 * @param name what it calls itself
 * @param version its version
 * @param instructions what a client's model may be told of it; empty when nothing
 * @param policy rules, listeners and limits of its calls; without a hook, and with a provider that is never asked
 * @param permissions what the categories of tools may do
 * @param hook who decides about calls that need approval; null for nobody
 * @param elicits whether the client's user is asked where the hook decides nothing
 * @param limits how much clients may ask for
 */
public record ServerSettings(
        String name,
        String version,
        String instructions,
        IntelligenceOptions policy,
        Permissions permissions,
        @Nullable ApprovalHook hook,
        boolean elicits,
        ServerLimits limits) {

    /** A provider that is never asked: in each call, the client takes its place. */
    public static final Provider NO_MODEL = new Provider() {
        @Override
        public String id() {
            return "none";
        }

        @Override
        public ModelResponse generate(ModelRequest request, StreamSink sink) {
            throw new IllegalStateException("there is no model here");
        }
    };

    /** Whether there is anybody who could approve a call. */
    boolean hasDecider() {
        return hook != null || elicits;
    }
}
