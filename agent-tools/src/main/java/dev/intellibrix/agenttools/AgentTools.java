package dev.intellibrix.agenttools;

import dev.intellibrix.agenttools.ask.AskUserTool;
import dev.intellibrix.agenttools.ask.QuestionHandler;
import dev.intellibrix.agenttools.calculator.Calculator;
import dev.intellibrix.agenttools.checks.Checks;
import dev.intellibrix.agenttools.checks.run.RunChecks;
import dev.intellibrix.agenttools.datetime.DateTime;
import dev.intellibrix.agenttools.delegate.DelegateTool;
import dev.intellibrix.agenttools.delegate.SubAgent;
import dev.intellibrix.agenttools.diff.Diff;
import dev.intellibrix.agenttools.fetch.FetchUrl;
import dev.intellibrix.agenttools.json.JsonQuery;
import dev.intellibrix.agenttools.json.QueryLimits;
import dev.intellibrix.agenttools.memory.Memory;
import dev.intellibrix.agenttools.patch.ApplyPatch;
import dev.intellibrix.agenttools.search.SearchProvider;
import dev.intellibrix.agenttools.search.WebSearchTool;
import dev.intellibrix.agenttools.todo.TodoTool;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolProvider;
import dev.intellibrix.workspace.FileTracker;
import dev.intellibrix.workspace.Jail;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The tools that make an agent's loop of editing, checking and correcting reliable: {@code apply_patch}, {@code diff},
 * {@code run_checks} where there is something to check, {@code todo}, {@code calculator}, {@code datetime},
 * {@code json_query}, {@code memory} where it is given a store, {@code web_search} where it is given a service,
 * {@code fetch_url} where it is given options, {@code ask_user} where there is somebody to ask, and {@code delegate} where there
 * are other agents. They work on the files of one folder, which no path that the model gives leads out of.
 *
 * <pre>{@code
 * var tracker = new FileTracker();
 * var options = IntelligenceOptions.builder()
 *         .tools(WorkspaceTools.builder(root).tracker(tracker).build(), AgentTools.builder(root).tracker(tracker).build());
 * }</pre>
 *
 * <p>Immutable; one instance serves many runs at once.
 */
public final class AgentTools implements ToolProvider {

    private final List<Tool> tools;

    private AgentTools(Builder builder) {
        List<Tool> all = new ArrayList<>();
        all.add(ApplyPatch.tool(builder.jail, builder.tracker, builder.approveWrites, builder.maxPatchBytes));
        all.add(Diff.tool(builder.jail, builder.maxDiffChars));
        if (builder.checks != null) {
            RunChecks.tool(builder.jail, builder.checks).ifPresent(all::add);
        }
        if (builder.todo != null) {
            all.addAll(builder.todo.tools());
        }
        builder.calculator.ifPresent(
                options -> all.add(Calculator.tool(options.maxDigits(), options.maxDepth(), options.timeout())));
        builder.dateTime.ifPresent(options -> all.add(DateTime.tool(options.clock(), options.timeZone())));
        all.add(JsonQuery.tool(builder.jail, limits(builder.jsonQuery)));
        builder.memory.ifPresent(options -> all.add(Memory.tool(options.settings())));
        builder.search.ifPresent(searches -> all.addAll(searches.tools()));
        builder.fetch.ifPresent(
                options -> all.add(FetchUrl.tool(options.settings(), options.http(), Clock.systemUTC())));
        builder.askUser.ifPresent(asks -> all.addAll(asks.tools()));
        builder.delegate.ifPresent(delegates -> all.addAll(delegates.tools()));
        // Each tool adds itself here.
        this.tools = List.copyOf(all);
    }

    /**
     * The tools for a folder, with defaults for all options.
     *
     * @throws IllegalArgumentException when root is not a folder that exists
     */
    public static AgentTools in(Path root) {
        return builder(root).build();
    }

    /**
     * Starts with the defaults for a folder.
     *
     * @throws IllegalArgumentException when root is not a folder that exists
     */
    public static Builder builder(Path root) {
        return new Builder(Jail.of(root));
    }

    private static QueryLimits limits(JsonQueryOptions options) {
        return new QueryLimits(
                options.maxResults(), options.maxChars(), options.maxSteps(), options.maxDepth(), options.timeout());
    }

    @Override
    public List<Tool> tools() {
        return tools;
    }

    /** Collects options. Not thread-safe. */
    public static final class Builder {

        private final Jail jail;
        private @Nullable FileTracker tracker;
        private boolean approveWrites = true;
        private int maxPatchBytes = 2_000_000;
        private int maxDiffChars = 100_000;
        private Optional<CalculatorOptions> calculator =
                Optional.of(CalculatorOptions.builder().build());
        private Optional<DateTimeOptions> dateTime =
                Optional.of(DateTimeOptions.builder().build());
        private Optional<MemoryOptions> memory = Optional.empty();
        private Optional<WebSearchTool> search = Optional.empty();
        private Optional<FetchOptions> fetch = Optional.empty();
        private Optional<AskUserTool> askUser = Optional.empty();
        private Optional<DelegateTool> delegate = Optional.empty();

        private @Nullable Checks checks = Checks.builder().build();
        private @Nullable TodoTool todo = TodoTool.create();
        private JsonQueryOptions jsonQuery = JsonQueryOptions.builder().build();

        private Builder(Jail jail) {
            this.jail = jail;
        }

        /**
         * Refuses patches of files that the model has not read, or that changed since; off without a tracker. Give the
         * one that the tools of the workspace have.
         */
        public Builder tracker(FileTracker shared) {
            this.tracker = Objects.requireNonNull(shared, "shared");
            return this;
        }

        /** Whether {@code apply_patch} needs approval to write; true when not given. A check alone never needs it. */
        public Builder approveWrites(boolean needed) {
            this.approveWrites = needed;
            return this;
        }

        /**
         * The largest patch that {@code apply_patch} takes, in bytes of UTF-8; 2,000,000 when not given.
         *
         * @throws IllegalArgumentException when it is not positive
         */
        public Builder maxPatchBytes(int bytes) {
            this.maxPatchBytes = Checked.positive(bytes, "bytes");
            return this;
        }

        /**
         * How much {@code diff} shows, in characters; 100,000 when not given.
         *
         * @throws IllegalArgumentException when it is not positive
         */
        public Builder maxDiffChars(int chars) {
            this.maxDiffChars = Checked.positive(chars, "chars");
            return this;
        }

        /**
         * Whether {@code run_checks} is there; true when not given. It is never there when nothing in the workspace says
         * how to check it.
         */
        public Builder checks(boolean wanted) {
            this.checks = wanted ? Checks.builder().build() : null;
            return this;
        }

        /** What {@code run_checks} runs, and how. */
        public Builder checks(Checks options) {
            this.checks = Objects.requireNonNull(options, "options");
            return this;
        }

        /** Whether {@code todo} is there; true when not given. */
        public Builder todo(boolean wanted) {
            this.todo = wanted ? TodoTool.create() : null;
            return this;
        }

        /** The {@code todo} tool, given where its lists are to be read or watched. */
        public Builder todo(TodoTool tool) {
            this.todo = Objects.requireNonNull(tool, "tool");
            return this;
        }

        /** Whether {@code calculator} is among the tools; true when not given. */
        public Builder calculator(boolean included) {
            this.calculator = included ? Optional.of(CalculatorOptions.builder().build()) : Optional.empty();
            return this;
        }

        /** How far {@code calculator} goes. */
        public Builder calculator(CalculatorOptions options) {
            this.calculator = Optional.of(options);
            return this;
        }

        /** Whether {@code datetime} is among the tools; true when not given. */
        public Builder datetime(boolean included) {
            this.dateTime = included ? Optional.of(DateTimeOptions.builder().build()) : Optional.empty();
            return this;
        }

        /** What {@code datetime} takes for granted. */
        public Builder datetime(DateTimeOptions options) {
            this.dateTime = Optional.of(options);
            return this;
        }

        /** Adds {@code memory}, which is left out otherwise, with its notes where the options say. */
        public Builder memory(MemoryOptions options) {
            this.memory = Optional.of(options);
            return this;
        }

        /** What {@code json_query} may cost and how much it shows. */
        public Builder jsonQuery(JsonQueryOptions options) {
            this.jsonQuery = Objects.requireNonNull(options, "options");
            return this;
        }

        /** Adds {@code web_search}, which is left out otherwise, with this service and without approval. */
        public Builder search(SearchProvider provider) {
            return search(WebSearchTool.of(provider));
        }

        /** Adds {@code web_search}, which is left out otherwise. */
        public Builder search(WebSearchTool tool) {
            this.search = Optional.of(tool);
            return this;
        }

        /** Adds {@code fetch_url}, which is left out otherwise. */
        public Builder fetch(FetchOptions options) {
            this.fetch = Optional.of(options);
            return this;
        }

        /** Adds {@code ask_user}, which is left out otherwise, with this way to a person. */
        public Builder askUser(QuestionHandler handler) {
            return askUser(AskUserTool.of(handler));
        }

        /** Adds {@code ask_user}, which is left out otherwise. */
        public Builder askUser(AskUserTool tool) {
            this.askUser = Optional.of(tool);
            return this;
        }

        /**
         * Adds {@code delegate}, which is left out otherwise, for these agents.
         *
         * @throws IllegalArgumentException when there is none, or two have one name
         */
        public Builder delegate(SubAgent... agents) {
            return delegate(DelegateTool.of(agents));
        }

        /** Adds {@code delegate}, which is left out otherwise. */
        public Builder delegate(DelegateTool tool) {
            this.delegate = Optional.of(tool);
            return this;
        }

        /** The tools. */
        public AgentTools build() {
            return new AgentTools(this);
        }
    }
}
