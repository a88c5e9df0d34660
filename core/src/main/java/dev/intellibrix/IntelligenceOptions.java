package dev.intellibrix;

import dev.intellibrix.approval.ApprovalHook;
import dev.intellibrix.approval.Permissions;
import dev.intellibrix.approval.TrustPolicy;
import dev.intellibrix.event.AuditLog;
import dev.intellibrix.event.RunListener;
import dev.intellibrix.internal.gate.GatePolicy;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.rules.InterceptRules;
import dev.intellibrix.store.KeyValueStore;
import dev.intellibrix.tool.ToolProvider;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/** What an {@link Intelligence} is made of. Immutable. */
public final class IntelligenceOptions {

    private final Provider provider;
    private final String model;
    private final @Nullable String system;
    private final List<ToolProvider> tools;
    private final @Nullable ApprovalHook hook;
    private final @Nullable Duration approvalTimeout;
    private final Permissions permissions;
    private final TrustPolicy trustPolicy;
    private final InterceptRules rules;
    private final List<RunListener> listeners;
    private final @Nullable AuditLog auditLog;
    private final Limits limits;
    private final StopCondition stopCondition;
    private final ContextPolicy contextPolicy;
    private final @Nullable Integer maxOutputTokens;
    private final @Nullable Double temperature;
    private final Clock clock;
    private final @Nullable KeyValueStore store;
    private final @Nullable StateKey stateKey;
    private final @Nullable Duration maxSuspension;

    private IntelligenceOptions(Builder builder, Provider provider) {
        this.provider = provider;
        this.model = builder.model;
        this.system = builder.system;
        this.tools = List.copyOf(builder.tools);
        this.hook = builder.hook;
        this.approvalTimeout = builder.approvalTimeout;
        this.permissions = builder.permissions;
        this.trustPolicy = builder.trustPolicy;
        this.rules = builder.rules;
        this.listeners = List.copyOf(builder.listeners);
        this.auditLog = builder.auditLog;
        this.limits = builder.limits;
        this.stopCondition = builder.stopCondition;
        this.contextPolicy = builder.contextPolicy;
        this.maxOutputTokens = builder.maxOutputTokens;
        this.temperature = builder.temperature;
        this.clock = builder.clock;
        this.store = builder.store;
        this.stateKey = builder.stateKey;
        this.maxSuspension = builder.maxSuspension;
    }

    /** A builder; a provider is all that it needs. */
    public static Builder builder() {
        return new Builder();
    }

    /** The model's provider. */
    public Provider provider() {
        return provider;
    }

    /** The model's name. */
    public String model() {
        return model;
    }

    /** The system prompt. */
    public Optional<String> system() {
        return Optional.ofNullable(system);
    }

    /** Where the tools come from. */
    public List<ToolProvider> tools() {
        return tools;
    }

    /** Who decides about calls that need approval. */
    public Optional<ApprovalHook> approvalHook() {
        return Optional.ofNullable(hook);
    }

    /** How long the hook may take. */
    public Optional<Duration> approvalTimeout() {
        return Optional.ofNullable(approvalTimeout);
    }

    /** What the categories of tools may do. */
    public Permissions permissions() {
        return permissions;
    }

    /** Which calls ask because of what led to them. */
    public TrustPolicy trustPolicy() {
        return trustPolicy;
    }

    /** How much a run may do. */
    public Limits limits() {
        return limits;
    }

    /** When a run ends by the application's own rule. */
    public StopCondition stopCondition() {
        return stopCondition;
    }

    /** What of a conversation the model is sent. */
    public ContextPolicy contextPolicy() {
        return contextPolicy;
    }

    /** The most tokens that one answer may have. */
    public Optional<Integer> maxOutputTokens() {
        return Optional.ofNullable(maxOutputTokens);
    }

    /** The sampling temperature. */
    public Optional<Double> temperature() {
        return Optional.ofNullable(temperature);
    }

    /** Where the time comes from. */
    public Clock clock() {
        return clock;
    }

    /** The intercept rules. */
    public InterceptRules rules() {
        return rules;
    }

    /** Where what happens is kept. */
    public Optional<AuditLog> auditLog() {
        return Optional.ofNullable(auditLog);
    }

    /** Where things are kept between runs. */
    public Optional<KeyValueStore> store() {
        return Optional.ofNullable(store);
    }

    /** How long a call of a suspended run may wait. */
    public Optional<Duration> maxSuspension() {
        return Optional.ofNullable(maxSuspension);
    }

    Optional<StateKey> stateKey() {
        return Optional.ofNullable(stateKey);
    }

    List<RunListener> listeners() {
        return listeners;
    }

    GatePolicy gatePolicy() {
        return new GatePolicy(
                hook, approvalTimeout, permissions, trustPolicy, List.of(rules), limits.maxToolOutputChars(), store);
    }

    /** A builder that starts with these options. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.provider = provider;
        builder.model = model;
        builder.system = system;
        builder.tools.addAll(tools);
        builder.hook = hook;
        builder.approvalTimeout = approvalTimeout;
        builder.permissions = permissions;
        builder.trustPolicy = trustPolicy;
        builder.rules = rules;
        builder.listeners.addAll(listeners);
        builder.auditLog = auditLog;
        builder.limits = limits;
        builder.stopCondition = stopCondition;
        builder.contextPolicy = contextPolicy;
        builder.maxOutputTokens = maxOutputTokens;
        builder.temperature = temperature;
        builder.clock = clock;
        builder.store = store;
        builder.stateKey = stateKey;
        builder.maxSuspension = maxSuspension;
        return builder;
    }

    /** Who is asked, and within what limits; no prompt and no key. */
    @Override
    public String toString() {
        return "IntelligenceOptions[provider=" + provider.id() + ", model=" + model + ", " + limits + "]";
    }

    /** Collects options. Not thread-safe. */
    public static final class Builder {

        private @Nullable Provider provider;
        private String model = "";
        private @Nullable String system;
        private final List<ToolProvider> tools = new ArrayList<>();
        private @Nullable ApprovalHook hook;
        private @Nullable Duration approvalTimeout;
        private Permissions permissions = Permissions.none();
        private TrustPolicy trustPolicy = TrustPolicy.none();
        private InterceptRules rules = InterceptRules.builtIn();
        private final List<RunListener> listeners = new ArrayList<>();
        private @Nullable AuditLog auditLog;
        private Limits limits = Limits.defaults();
        private StopCondition stopCondition = messages -> false;
        private ContextPolicy contextPolicy = ContextPolicy.keepAll();
        private @Nullable Integer maxOutputTokens;
        private @Nullable Double temperature;
        private Clock clock = Clock.systemUTC();
        private @Nullable KeyValueStore store;
        private @Nullable StateKey stateKey;
        private @Nullable Duration maxSuspension;

        private Builder() {}

        /** The model's provider; required. */
        public Builder provider(Provider of) {
            this.provider = Objects.requireNonNull(of, "of");
            return this;
        }

        /** The model's name; may be left out where the server has only one. */
        public Builder model(String name) {
            this.model = Objects.requireNonNull(name, "name");
            return this;
        }

        /** The developer's instructions. They are trusted: put nothing into them that somebody else wrote. */
        public Builder system(String prompt) {
            this.system = Objects.requireNonNull(prompt, "prompt");
            return this;
        }

        /** Adds tools. */
        public Builder tools(ToolProvider... more) {
            tools.addAll(Arrays.asList(more));
            return this;
        }

        /**
         * Who decides about calls that need approval. Without a hook they are all denied.
         *
         * @throws IllegalStateException when there is a hook already: two deciders are one too many
         */
        public Builder onToolApproval(ApprovalHook decides) {
            if (hook != null) {
                throw new IllegalStateException("onToolApproval was set before; combine the two in one hook");
            }
            this.hook = Objects.requireNonNull(decides, "decides");
            return this;
        }

        /** How long the hook may take; a call without an answer by then is denied. No limit unless set. */
        public Builder approvalTimeout(Duration duration) {
            this.approvalTimeout = Limits.positive(duration, "approvalTimeout");
            return this;
        }

        /** What the categories of tools may do. */
        public Builder permissions(Permissions all) {
            this.permissions = Objects.requireNonNull(all, "all");
            return this;
        }

        /** Which calls ask because of what led to them. */
        public Builder trustPolicy(TrustPolicy policy) {
            this.trustPolicy = Objects.requireNonNull(policy, "policy");
            return this;
        }

        /** The intercept rules; the built-in ones are in force without. */
        public Builder rules(InterceptRules all) {
            this.rules = Objects.requireNonNull(all, "all");
            return this;
        }

        /** Adds a listener for all runs. */
        public Builder onRunEvent(RunListener listener) {
            listeners.add(Objects.requireNonNull(listener, "listener"));
            return this;
        }

        /** Keeps what happens; a call that needs approval is denied while the log cannot be written. */
        public Builder auditLog(AuditLog log) {
            this.auditLog = Objects.requireNonNull(log, "log");
            return this;
        }

        /** How much a run may do. */
        public Builder limits(Limits all) {
            this.limits = Objects.requireNonNull(all, "all");
            return this;
        }

        /** When a run ends by the application's own rule. */
        public Builder stopWhen(StopCondition condition) {
            this.stopCondition = Objects.requireNonNull(condition, "condition");
            return this;
        }

        /** What of a conversation the model is sent; all of it unless set. */
        public Builder contextPolicy(ContextPolicy policy) {
            this.contextPolicy = Objects.requireNonNull(policy, "policy");
            return this;
        }

        /** The most tokens that one answer may have; at least 1. */
        public Builder maxOutputTokens(int count) {
            this.maxOutputTokens = Limits.positive(count, "maxOutputTokens");
            return this;
        }

        /** The sampling temperature. */
        public Builder temperature(double value) {
            this.temperature = value;
            return this;
        }

        /** Where the time of events and deadlines comes from. */
        public Builder clock(Clock source) {
            this.clock = Objects.requireNonNull(source, "source");
            return this;
        }

        /**
         * Keeps things between runs, and after a crash: conversations with the trust of what was said; what was decided about
         * calls and what became of them, so that no call that somebody was asked about runs twice. Without a store that holds
         * within this process only. Whoever can write to the store can write what was said, and its trust.
         */
        public Builder store(KeyValueStore place) {
            this.store = Objects.requireNonNull(place, "place");
            return this;
        }

        /**
         * Signs the states of suspended runs with HMAC-SHA-256; one that is not signed with this key is not resumed. All
         * processes that resume each other's runs need the same key.
         *
         * @param secret at least 32 random bytes
         */
        public Builder stateKey(byte[] secret) {
            this.stateKey = StateKey.of(secret);
            return this;
        }

        /** Signs the states of suspended runs; see {@link #stateKey(byte[])}. */
        public Builder stateKey(SecretKey secret) {
            this.stateKey = new StateKey(Objects.requireNonNull(secret, "secret"));
            return this;
        }

        /**
         * How old the state of a suspended run may be when it is resumed; an answer that comes later is refused. A call that
         * still waits after others were answered gets no more time by that.
         */
        public Builder maxSuspension(Duration duration) {
            this.maxSuspension = Limits.positive(duration, "maxSuspension");
            return this;
        }

        /**
         * The options.
         *
         * @throws IllegalStateException without a provider
         */
        public IntelligenceOptions build() {
            if (provider == null) {
                throw new IllegalStateException("provider is missing: an agent needs a model");
            }
            return new IntelligenceOptions(this, provider);
        }
    }
}
