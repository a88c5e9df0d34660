package dev.intellibrix.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;

/**
 * How the git tools work. The defaults let a repository run nothing: no hooks, filters, external diffs, signing, editors,
 * pagers or network. Immutable.
 */
public final class GitOptions {

    private final Set<String> filters;
    private final Set<Path> repositoryFolders;
    private final Duration timeout;
    private final int maxDiffChars;
    private final int maxEntries;

    private GitOptions(Builder builder) {
        this.filters = Set.copyOf(builder.filters);
        this.repositoryFolders = Set.copyOf(builder.repositoryFolders);
        this.timeout = builder.timeout;
        this.maxDiffChars = builder.maxDiffChars;
        this.maxEntries = builder.maxEntries;
    }

    /** The defaults. */
    public static GitOptions defaults() {
        return builder().build();
    }

    /** A builder with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder with these options. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.filters.addAll(filters);
        builder.repositoryFolders.addAll(repositoryFolders);
        builder.timeout = timeout;
        builder.maxDiffChars = maxDiffChars;
        builder.maxEntries = maxEntries;
        return builder;
    }

    /** The filters that may run. */
    public Set<String> filters() {
        return filters;
    }

    /** Folders outside the root that the repository may consist of; real paths. */
    public Set<Path> repositoryFolders() {
        return repositoryFolders;
    }

    /** How long one git command may take. */
    public Duration timeout() {
        return timeout;
    }

    /** How many characters of a diff the model sees. */
    public int maxDiffChars() {
        return maxDiffChars;
    }

    /** How many files or branches the model sees in one answer. */
    public int maxEntries() {
        return maxEntries;
    }

    /** Collects {@link GitOptions}. Not thread-safe. */
    public static final class Builder {

        private final Set<String> filters = new LinkedHashSet<>();
        private final Set<Path> repositoryFolders = new LinkedHashSet<>();
        private Duration timeout = Duration.ofSeconds(60);
        private int maxDiffChars = 100_000;
        private int maxEntries = 1_000;

        private Builder() {}

        /**
         * Lets filters run, such as {@code lfs}, and files that have them be committed. Their programs are those of the
         * user's and the system's configuration, never the repository's. Without it no filter runs, and committing a file
         * that has one is refused.
         */
        public Builder filters(String... names) {
            filters.addAll(Arrays.asList(names));
            return this;
        }

        /**
         * Lets the repository lie outside the root, or use objects from there: where {@code .git} leads, and what its
         * links and {@code objects/info/alternates} name, must lie in the root or in one of these folders. A worktree that
         * {@code git worktree add} made needs no mention, since its repository names the root.
         *
         * @throws IllegalArgumentException when one is no folder that exists
         */
        public Builder repositoryFolders(Path... folders) {
            for (Path folder : folders) {
                if (!Files.isDirectory(folder)) {
                    throw new IllegalArgumentException("folders must exist, but one is " + folder);
                }
                try {
                    repositoryFolders.add(folder.toRealPath());
                } catch (IOException e) {
                    throw new IllegalArgumentException("folders can not be opened: " + folder, e);
                }
            }
            return this;
        }

        /**
         * How long one git command may take; 60 seconds when not given.
         *
         * @throws IllegalArgumentException when it is not positive or more than an hour
         */
        public Builder timeout(Duration duration) {
            Objects.requireNonNull(duration, "duration");
            if (duration.isNegative() || duration.isZero() || duration.compareTo(Duration.ofHours(1)) > 0) {
                throw new IllegalArgumentException("duration must be positive and at most an hour, but is " + duration);
            }
            this.timeout = duration;
            return this;
        }

        /**
         * How many characters of a diff the model sees; 100,000 when not given.
         *
         * @throws IllegalArgumentException when it is not between 1 and 10,000,000
         */
        public Builder maxDiffChars(int chars) {
            this.maxDiffChars = between(chars, 10_000_000, "chars");
            return this;
        }

        /**
         * How many files or branches the model sees in one answer; 1,000 when not given.
         *
         * @throws IllegalArgumentException when it is not between 1 and 100,000
         */
        public Builder maxEntries(int entries) {
            this.maxEntries = between(entries, 100_000, "entries");
            return this;
        }

        /** The options. */
        public GitOptions build() {
            return new GitOptions(this);
        }

        private static int between(int value, int most, String name) {
            if (value < 1 || value > most) {
                throw new IllegalArgumentException(name + " must be between 1 and " + most + ", but is " + value);
            }
            return value;
        }
    }
}
