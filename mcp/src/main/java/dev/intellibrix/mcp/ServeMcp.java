package dev.intellibrix.mcp;

import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.Limits;
import dev.intellibrix.approval.ApprovalHook;
import dev.intellibrix.approval.Permissions;
import dev.intellibrix.approval.TrustPolicy;
import dev.intellibrix.event.AuditLog;
import dev.intellibrix.event.RunListener;
import dev.intellibrix.mcp.server.HttpServing;
import dev.intellibrix.mcp.server.ServedTools;
import dev.intellibrix.mcp.server.ServerLimits;
import dev.intellibrix.mcp.server.ServerSettings;
import dev.intellibrix.mcp.server.StandardStreams;
import dev.intellibrix.mcp.server.StreamServer;
import dev.intellibrix.rules.InterceptRules;
import dev.intellibrix.tool.ToolProvider;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Serves tools to other programs over the Model Context Protocol (versions 2025-11-25 and 2025-06-18), over standard input and
 * output or over HTTP.
 *
 * <p>A client is trusted no more than a model. Each of its calls is a run of its own, with the client in the place of the model:
 * it passes the rules, the permissions, the trust policy and the approval hook, it stands in events and in the audit log, and its
 * input is untrusted, because of a remote caller by the name that the client gives itself. Where nobody can approve a call, tools
 * that need approval are not shown, and none of their calls runs.
 *
 * <pre>{@code
 * ServeMcp.builder(WorkspaceTools.in(root))
 *         .approveByElicitation()
 *         .build()
 *         .stdio();
 * }</pre>
 *
 * <p>Immutable and thread-safe: one object may serve in several ways at once.
 */
public final class ServeMcp {

    /** Stands for all that is longer, so that times can be added. */
    private static final Duration FOREVER = Duration.ofDays(36_500);

    private final ServerSettings settings;
    private final ServedTools tools;

    private ServeMcp(ServerSettings settings, ServedTools tools) {
        this.settings = settings;
        this.tools = tools;
    }

    /** A builder of a server of these tools; nothing else is needed. */
    public static Builder builder(ToolProvider... tools) {
        return new Builder(List.of(tools));
    }

    /**
     * Serves the program that started this one, over standard input and output, and returns when it closes the input; calls that
     * are under way then are stopped. Whatever this program prints to {@code System.out} from now on goes to standard error,
     * since one line between the messages would break the connection; log to standard error as well.
     *
     * @throws IOException when a stream is broken
     */
    public void stdio() throws IOException {
        StandardStreams.serve(settings, tools);
    }

    /**
     * Serves one client over two streams, with one message a line, and returns when the input ends; calls that are under way then
     * are stopped. The streams are left open.
     *
     * @throws IOException when a stream is broken
     */
    public void serve(InputStream in, OutputStream out) throws IOException {
        StreamServer.serve(settings, tools, in, out);
    }

    /**
     * Serves over HTTP, at the path {@code /mcp}, to this machine only and without a token: whatever runs on this machine can
     * call the tools, save pages in a browser.
     *
     * @param port the port; 0 for any free one
     * @return the running server, to be closed by the caller
     * @throws IOException when the port is taken
     */
    public McpEndpoint http(int port) throws IOException {
        return http(McpHttpOptions.builder().port(port).build());
    }

    /**
     * Serves over HTTP, at the path {@code /mcp}.
     *
     * @return the running server, to be closed by the caller
     * @throws IOException when it cannot listen there
     */
    public McpEndpoint http(McpHttpOptions options) throws IOException {
        return new McpEndpoint(HttpServing.start(settings, tools, options.settings()));
    }

    static int positive(int count, String name) {
        if (count < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, but is " + count);
        }
        return count;
    }

    static Duration positive(Duration duration, String name) {
        if (duration.isZero() || duration.isNegative()) {
            throw new IllegalArgumentException(name + " must be positive, but is " + duration);
        }
        return duration.compareTo(FOREVER) > 0 ? FOREVER : duration;
    }

    /** Collects what a server is made of. Not thread-safe. */
    public static final class Builder {

        private final List<ToolProvider> tools;
        private final IntelligenceOptions.Builder policy =
                IntelligenceOptions.builder().provider(ServerSettings.NO_MODEL).approvalTimeout(Duration.ofMinutes(10));
        private final Limits.Builder limits = Limits.builder();
        private String name = "intellibrix";
        private String version = "1";
        private String instructions = "";
        private @Nullable ApprovalHook hook;
        private boolean elicits;
        private Permissions permissions = Permissions.none();
        private int maxCalls = 32;
        private int maxMessageBytes = 4_000_000;

        private Builder(List<ToolProvider> tools) {
            this.tools = tools;
        }

        /** What the server calls itself. */
        public Builder name(String text) {
            this.name = Objects.requireNonNull(text, "text");
            return this;
        }

        /** The server's version. */
        public Builder version(String text) {
            this.version = Objects.requireNonNull(text, "text");
            return this;
        }

        /** What the client's model may be told about the server and its tools. */
        public Builder instructions(String text) {
            this.instructions = Objects.requireNonNull(text, "text");
            return this;
        }

        /**
         * Who decides about calls that need approval. It is asked about several calls at once when there are several. A call that
         * it defers does not wait: it is denied, unless there is {@link #approveByElicitation}.
         *
         * @throws IllegalStateException when there is a hook already
         */
        public Builder onToolApproval(ApprovalHook decides) {
            if (hook != null) {
                throw new IllegalStateException("onToolApproval was set before; combine the two in one hook");
            }
            this.hook = Objects.requireNonNull(decides, "decides");
            return this;
        }

        /**
         * Lets the client's user decide, by a form that the client shows (elicitation): about all calls that need approval, or,
         * where there is a {@link #onToolApproval} as well, about those that it defers. A client that cannot ask its user gets
         * denials.
         *
         * <p>The answer comes from the client's program, and nothing shows that a person gave it: this is for clients that are
         * trusted to ask, as one that was started by the user it asks.
         */
        public Builder approveByElicitation() {
            this.elicits = true;
            return this;
        }

        /** How long an approval may take; 10 minutes unless set. A call without an answer by then is denied. */
        public Builder approvalTimeout(Duration duration) {
            policy.approvalTimeout(positive(duration, "approvalTimeout"));
            return this;
        }

        /** What the categories of tools may do. */
        public Builder permissions(Permissions all) {
            this.permissions = Objects.requireNonNull(all, "all");
            return this;
        }

        /** Which calls ask because of what led to them; all of them follow untrusted content. */
        public Builder trustPolicy(TrustPolicy trust) {
            policy.trustPolicy(trust);
            return this;
        }

        /** The intercept rules; the built-in ones are in force without. */
        public Builder rules(InterceptRules all) {
            policy.rules(all);
            return this;
        }

        /** Adds a listener for all calls; each is a run, with the client's name in the place of the model's. */
        public Builder onRunEvent(RunListener listener) {
            policy.onRunEvent(listener);
            return this;
        }

        /** Keeps what happens; a call that needs approval is denied while the log cannot be written. */
        public Builder auditLog(AuditLog log) {
            policy.auditLog(log);
            return this;
        }

        /** How long a tool may take, unless it says otherwise; 10 minutes unless set. */
        public Builder toolTimeout(Duration duration) {
            limits.toolTimeout(duration);
            return this;
        }

        /** How many characters of a tool's text a client gets; 200,000 unless set. */
        public Builder maxToolOutputChars(int count) {
            limits.maxToolOutputChars(count);
            return this;
        }

        /** How many calls may be under way at once, of all clients together; 32 unless set. More are refused. */
        public Builder maxCalls(int count) {
            this.maxCalls = positive(count, "maxCalls");
            return this;
        }

        /** How long a message of a client may be, to 100,000,000 bytes; 4,000,000 unless set. */
        public Builder maxMessageBytes(int count) {
            if (positive(count, "maxMessageBytes") > 100_000_000) {
                throw new IllegalArgumentException("maxMessageBytes must be at most 100,000,000, but is " + count);
            }
            this.maxMessageBytes = count;
            return this;
        }

        /**
         * The server, which does not serve yet.
         *
         * @throws IllegalArgumentException when two tools have one name
         */
        public ServeMcp build() {
            ServerSettings settings = new ServerSettings(
                    name,
                    version,
                    instructions,
                    policy.limits(limits.build()).build(),
                    permissions,
                    hook,
                    elicits,
                    new ServerLimits(maxMessageBytes, maxCalls));
            return new ServeMcp(settings, new ServedTools(tools, hook != null || elicits));
        }
    }
}
