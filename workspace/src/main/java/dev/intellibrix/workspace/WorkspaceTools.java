package dev.intellibrix.workspace;

import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolProvider;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The tools for working in one folder: {@code read_file}, {@code list_dir}, {@code write_file}, {@code edit_file},
 * {@code glob}, {@code grep}, the git tools, and {@code shell} where programs are allowed. No path that the model gives
 * leads out of the folder, and what the tools read is untrusted, because a file can hold instructions that are meant for
 * the model.
 *
 * <pre>{@code
 * var tools = WorkspaceTools.builder(root).tracker(new FileTracker()).build();
 * }</pre>
 *
 * <p>Immutable; one instance serves many runs at once.
 */
public final class WorkspaceTools implements ToolProvider {

    private final List<Tool> tools;

    private WorkspaceTools(Builder builder) {
        Workspace workspace = new Workspace(builder.jail, builder.tracker, builder.approveWrites, builder.bounds);
        List<Tool> all = new ArrayList<>(FileTools.of(workspace));
        all.addAll(SearchTools.of(workspace));
        if (builder.git) {
            all.addAll(GitTools.of(builder.jail, builder.gitOptions));
        }
        if (builder.shell != null) {
            all.add(ShellTool.of(builder.jail, builder.shell));
        }
        this.tools = List.copyOf(all);
    }

    /**
     * The tools for a folder, with defaults for all options.
     *
     * @throws IllegalArgumentException when root is not a folder that exists
     */
    public static WorkspaceTools in(Path root) {
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

    @Override
    public List<Tool> tools() {
        return tools;
    }

    /** The names of the tools. */
    @Override
    public String toString() {
        return "WorkspaceTools" + tools.stream().map(Tool::name).toList();
    }

    /** Collects options. Not thread-safe. */
    public static final class Builder {

        private final Jail jail;
        private @Nullable FileTracker tracker;
        private boolean approveWrites = true;
        private Bounds bounds = Bounds.DEFAULT;
        private boolean git = true;
        private GitOptions gitOptions = GitOptions.defaults();
        private @Nullable ShellOptions shell;

        private Builder(Jail jail) {
            this.jail = jail;
        }

        /** Refuses writes to files that the model has not read, or that changed since; off without a tracker. */
        public Builder tracker(FileTracker shared) {
            this.tracker = Objects.requireNonNull(shared, "shared");
            return this;
        }

        /** Whether {@code write_file} and {@code edit_file} need approval; true when not given. */
        public Builder approveWrites(boolean needed) {
            this.approveWrites = needed;
            return this;
        }

        /** Whether the git tools are there; true when not given. */
        public Builder git(boolean wanted) {
            this.git = wanted;
            return this;
        }

        /** How the git tools work; they are there unless {@link #git(boolean)} says no. */
        public Builder git(GitOptions options) {
            this.git = true;
            this.gitOptions = Objects.requireNonNull(options, "options");
            return this;
        }

        /** Adds {@code shell}, for the programs that the options allow; without, no program can be run. */
        public Builder shell(ShellOptions options) {
            this.shell = Objects.requireNonNull(options, "options");
            return this;
        }

        /**
         * How much {@code read_file} shows in one answer; 2,000 lines, 100,000 characters and 2,000 characters of one
         * line when not given.
         *
         * @throws IllegalArgumentException when one of them is not positive
         */
        public Builder readBounds(int lines, int chars, int lineChars) {
            bounds = new Bounds(
                    positive(lines, "lines"),
                    positive(chars, "chars"),
                    positive(lineChars, "lineChars"),
                    bounds.entries(),
                    bounds.matches(),
                    bounds.matchChars());
            return this;
        }

        /**
         * How many entries {@code list_dir} and {@code glob} show; 1,000 when not given.
         *
         * @throws IllegalArgumentException when it is not positive
         */
        public Builder maxEntries(int entries) {
            bounds = new Bounds(
                    bounds.readLines(),
                    bounds.readChars(),
                    bounds.lineChars(),
                    positive(entries, "entries"),
                    bounds.matches(),
                    bounds.matchChars());
            return this;
        }

        /**
         * How much {@code grep} shows; 250 matches and 500 characters of one line when not given.
         *
         * @throws IllegalArgumentException when one of them is not positive
         */
        public Builder grepBounds(int matches, int lineChars) {
            bounds = new Bounds(
                    bounds.readLines(),
                    bounds.readChars(),
                    bounds.lineChars(),
                    bounds.entries(),
                    positive(matches, "matches"),
                    positive(lineChars, "lineChars"));
            return this;
        }

        private static int positive(int value, String name) {
            if (value <= 0) {
                throw new IllegalArgumentException(name + " must be positive, but is " + value);
            }
            return value;
        }

        /** The tools. */
        public WorkspaceTools build() {
            return new WorkspaceTools(this);
        }
    }
}
