package dev.intellibrix.github;

import dev.intellibrix.internal.net.GuardedHttp;
import dev.intellibrix.tool.ToolContext;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolOutput;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.HexFormat;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What all tools share: the client, the token's source, the answers that are kept, and the limits. Thread-safe. */
final class GitHubApi {

    private static final Logger LOG = LoggerFactory.getLogger(GitHubApi.class);
    private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7e]{1,4000}");
    private static final int MAX_KEPT = 128;
    private static final long MAX_KEPT_BYTES = 16_000_000;

    private final Site site;
    private final Repositories repositories;
    private final Supplier<String> tokens;
    private final GitHubSettings settings;
    private final GuardedHttp http;
    private final RateLimits limits;
    private final Recent<String, KeptAnswer> kept = new Recent<>(MAX_KEPT, MAX_KEPT_BYTES, KeptAnswer::weight);

    GitHubApi(
            Site site,
            Repositories repositories,
            Supplier<String> tokens,
            GitHubSettings settings,
            GuardedHttp http,
            Clock clock) {
        this.site = site;
        this.repositories = repositories;
        this.tokens = tokens;
        this.settings = settings;
        this.http = http;
        this.limits = new RateLimits(clock);
    }

    /** What one call of a tool does. */
    interface Work {
        /** The text of the result. */
        String result(ApiCall call);
    }

    /** Does the work of a call; what comes of it, failures as well, holds no token and has its origins. */
    ToolOutput call(ToolContext context, Work work) {
        ApiCall call = new ApiCall(this, context.cancellation());
        try {
            return call.output(work.result(call));
        } catch (ToolException e) {
            throw call.failure(e);
        }
    }

    Site site() {
        return site;
    }

    Repositories repositories() {
        return repositories;
    }

    GitHubSettings settings() {
        return settings;
    }

    GuardedHttp http() {
        return http;
    }

    RateLimits limits() {
        return limits;
    }

    Recent<String, KeptAnswer> kept() {
        return kept;
    }

    /**
     * The token of the next request.
     *
     * @throws ToolException when there is none; nothing of the cause is handed on, since it may hold one
     */
    String token() {
        String token;
        try {
            token = tokens.get();
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) { // What it says may hold a token, so that it is not handed on, of an Error neither.
            LOG.warn(
                    "the supplier of the GitHub token failed with {}",
                    e.getClass().getName());
            throw new ToolException("there is no token for GitHub now, so nothing was sent; try again later");
        }
        String stripped = token == null ? "" : token.strip(); // Files of secrets end with a line feed.
        if (!TOKEN.matcher(stripped).matches()) {
            throw new ToolException("there is no usable token for GitHub, so nothing was sent; do without it");
        }
        return stripped;
    }

    /** What stands for a token in memory. */
    static String hash(String token) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String toString() {
        return "GitHubApi[" + site + ", " + repositories + "]";
    }
}
