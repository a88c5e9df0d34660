package dev.intellibrix.github;

import dev.intellibrix.internal.net.GuardedHttp;
import dev.intellibrix.internal.net.NetPolicy;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolProvider;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Tools for GitHub: {@code github_get_issue}, {@code github_list_comments}, {@code github_get_pull_request},
 * {@code github_get_diff}, {@code github_list_files}, {@code github_get_file}, {@code github_get_checks} and
 * {@code github_search} read; {@code github_comment}, {@code github_review}, {@code github_add_labels},
 * {@code github_create_issue} and {@code github_open_pull_request} write, each with approval.
 *
 * <pre>{@code
 * var options = IntelligenceOptions.builder()
 *         .tools(GitHubTools.of(() -> System.getenv("GITHUB_TOKEN"), "octo/hello"));
 * }</pre>
 *
 * <p>Nothing but the listed repositories is read or written, whatever the model names, and wherever GitHub redirects to. What is
 * read is untrusted, with the page of the issue, the pull request or the file as its origin. The token is asked for before each
 * request, is sent to the host of the base URL alone, and is in no result, message, log or {@link #toString}. When GitHub
 * says that a limit is reached, nothing is sent until it is over; the tools say when that is, and never wait for it.
 *
 * <p>Thread-safe; one instance serves many runs at once. It keeps answers that GitHub may say are still right, up to 16 MB.
 */
public final class GitHubTools implements ToolProvider {

    private final GitHubApi api;
    private final List<Tool> tools;

    private GitHubTools(GitHubApi api, boolean isReadOnly) {
        this.api = api;
        List<Tool> all = new ArrayList<>();
        all.addAll(IssueTools.of(api));
        all.addAll(PullRequestTools.of(api));
        all.addAll(FileTools.of(api));
        all.addAll(CheckTools.of(api));
        all.addAll(SearchTools.of(api));
        if (!isReadOnly) {
            all.addAll(WriteTools.of(api));
            all.addAll(ReviewTools.of(api));
        }
        this.tools = List.copyOf(all);
    }

    /**
     * The tools for these repositories of github.com, with all defaults.
     *
     * @param token gives the token, before each request; called by many threads
     * @param repositories full names such as {@code octo/hello}, and {@code octo/*} for all of an owner
     * @throws IllegalArgumentException when there is no repository, or one is not of this form
     */
    public static GitHubTools of(Supplier<String> token, String... repositories) {
        return builder(token).repositories(repositories).build();
    }

    /**
     * Starts with the defaults.
     *
     * @param token gives the token, before each request; called by many threads. Whatever it throws but errors of the
     *     JVM, and null, end the call that needed it, and nothing of it is shown
     */
    public static Builder builder(Supplier<String> token) {
        return new Builder(token);
    }

    @Override
    public List<Tool> tools() {
        return tools;
    }

    /** Names the server and the repositories. */
    @Override
    public String toString() {
        return "GitHubTools[" + api.site() + ", " + api.repositories() + "]";
    }

    /** Collects options. Not thread-safe. */
    public static final class Builder {

        private static final Duration LONGEST = Duration.ofMinutes(10);

        private final Supplier<String> token;
        private Site site = Site.of("https://api.github.com");
        private List<String> repositories = List.of();
        private boolean isPrivateAllowed;
        private boolean approveWrites = true;
        private boolean isReadOnly;
        private int maxChars = 50_000;
        private int maxBytes = 5_000_000;
        private Duration timeout = Duration.ofSeconds(30);
        private Clock clock = Clock.systemUTC();

        private Builder(Supplier<String> token) {
            this.token = Objects.requireNonNull(token, "token");
        }

        /**
         * The only repositories that are read and written; required. Case does not count.
         *
         * @param names full names such as {@code octo/hello}, and {@code octo/*} for all of an owner
         * @throws IllegalArgumentException when there is none, or one is not of this form
         */
        public Builder repositories(String... names) {
            Repositories.of(List.of(names));
            this.repositories = List.of(names);
            return this;
        }

        /**
         * Where the API is; {@code https://api.github.com} when not given. That of an Enterprise server is
         * {@code https://HOST/api/v3}.
         *
         * @throws IllegalArgumentException when it is no such URL; {@code http} is for the loopback address only
         */
        public Builder baseUrl(String url) {
            this.site = Site.of(url);
            return this;
        }

        /**
         * Whether the server of the base URL may have an address of a private network, or of this machine; false when not given.
         * Other servers are not reached either way.
         */
        public Builder allowPrivateNetwork(boolean allowed) {
            this.isPrivateAllowed = allowed;
            return this;
        }

        /** Whether what writes needs approval; true when not given. Without it, whoever can mislead the model can write. */
        public Builder approveWrites(boolean needed) {
            this.approveWrites = needed;
            return this;
        }

        /** Whether the tools that write are left out; false when not given. */
        public Builder readOnly(boolean wanted) {
            this.isReadOnly = wanted;
            return this;
        }

        /**
         * How many characters a call shows at most; 50,000 when not given. What is left out is said, with how to see it.
         *
         * @throws IllegalArgumentException when it is not between 1,000 and 10,000,000
         */
        public Builder maxChars(int chars) {
            this.maxChars = Checked.between(chars, 1_000, 10_000_000, "chars");
            return this;
        }

        /**
         * How many bytes of an answer are received; 5,000,000 when not given. A longer diff or file is cut, and says so.
         *
         * @throws IllegalArgumentException when it is not between 1,000 and 50,000,000
         */
        public Builder maxBytes(int bytes) {
            this.maxBytes = Checked.between(bytes, 1_000, 50_000_000, "bytes");
            return this;
        }

        /**
         * How long a call may take, with all pages that it reads; 30 seconds when not given.
         *
         * @throws IllegalArgumentException when it is not between a millisecond and ten minutes
         */
        public Builder timeout(Duration duration) {
            if (duration.compareTo(Duration.ofMillis(1)) < 0 || duration.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException("duration must be from 1 ms to 10 minutes, but is " + duration);
            }
            this.timeout = duration;
            return this;
        }

        Builder clock(Clock time) {
            this.clock = time;
            return this;
        }

        /**
         * The tools.
         *
         * @throws IllegalArgumentException when no repositories were given
         */
        public GitHubTools build() {
            NetPolicy policy =
                    NetPolicy.ofPublicHosts().withHosts(List.of(site.host())).withPrivateNetwork(isPrivateAllowed);
            GitHubApi api = new GitHubApi(
                    site,
                    Repositories.of(repositories),
                    token,
                    new GitHubSettings(maxChars, maxBytes, timeout, approveWrites),
                    GuardedHttp.of(policy),
                    clock);
            return new GitHubTools(api, isReadOnly);
        }
    }
}
