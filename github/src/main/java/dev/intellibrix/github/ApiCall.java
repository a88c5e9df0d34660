package dev.intellibrix.github;

import dev.intellibrix.internal.http.Secrets;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.net.Deadline;
import dev.intellibrix.internal.net.NetAnswer;
import dev.intellibrix.internal.net.NetException;
import dev.intellibrix.internal.net.NetRequest;
import dev.intellibrix.internal.net.WebUrl;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Origin;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolOutput;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The requests of one call of a tool, within its time. It knows every token that it used, so that none gets out with what
 * GitHub echoes. Of one thread.
 */
final class ApiCall {

    static final String JSON = "application/vnd.github+json";
    static final String DIFF = "application/vnd.github.diff";
    static final String RAW = "application/vnd.github.raw+json";
    static final String OBJECT = "application/vnd.github.object+json";

    private static final String VERSION = "2022-11-28";
    private static final String SEARCH = "/search/";
    private static final int NOT_MODIFIED = 304;

    /** A shorter beginning of a token tells nothing of it: all tokens of a kind have it. */
    private static final int SHORTEST_PART = 5;

    private final GitHubApi api;
    private final Cancellation cancellation;
    private final Deadline deadline;
    private final Set<Origin> origins = new LinkedHashSet<>();
    private final Set<String> tokens = new LinkedHashSet<>();
    private Secrets secrets = Secrets.of(List.of());

    ApiCall(GitHubApi api, Cancellation cancellation) {
        this.api = api;
        this.cancellation = cancellation;
        this.deadline = Deadline.in(api.settings().timeout());
    }

    /**
     * The repository that the input names.
     *
     * @throws ToolException when it may not be used
     */
    Repository repository(String fullName) {
        return api.repositories().check(fullName);
    }

    /** Says where what is shown comes from, as people see it: a path below the repository's page, or none. */
    void from(Repository repository, String path) {
        origins.add(Origin.of(Origin.Kind.URL, page(repository, path)));
    }

    String page(Repository repository, String path) {
        return api.site().page(repository) + path;
    }

    /** The path of the API that a URL names; empty when it is another server's. */
    String pathOf(WebUrl url) {
        return api.site().pathOf(url);
    }

    boolean allows(Repository repository) {
        return api.repositories().allows(repository);
    }

    GitHubSettings settings() {
        return api.settings();
    }

    /**
     * An answer to a GET that is a success. One that was seen before is not sent again by GitHub.
     *
     * @param about what is asked for, for a message
     * @throws ToolException for all else
     */
    NetAnswer get(Repository repository, String pathAndQuery, String accept, String about) {
        NetAnswer answer = tryGet(repository, pathAndQuery, accept);
        if (!answer.isSuccess()) {
            throw fault(answer, repository, about);
        }
        return answer;
    }

    /** Like {@link #get}, whatever the status is. */
    NetAnswer tryGet(Repository repository, String pathAndQuery, String accept) {
        try {
            return exchange(pathAndQuery, accept);
        } catch (MovedException e) {
            throw new Moves(this, repository).describe(pathOf(e.url()));
        }
    }

    /** What a GET says in JSON. */
    ApiJson json(Repository repository, String pathAndQuery, String about) {
        return read(get(repository, pathAndQuery, JSON, about));
    }

    /**
     * The full name of a repository of which only the number is known; empty when GitHub does not tell.
     *
     * @throws MovedException when that is somewhere else as well
     */
    String repositoryById(String id) {
        NetAnswer answer = exchange("/repositories/" + id, JSON);
        return answer.isSuccess() ? read(answer).text("full_name") : "";
    }

    private NetAnswer exchange(String pathAndQuery, String accept) {
        String token = token();
        WebUrl url = api.site().url(pathAndQuery);
        String key = GitHubApi.hash(token) + " " + accept + " " + url;
        Optional<KeptAnswer> known = api.kept().get(key);
        NetRequest.Builder request = request(url, token, accept).beforeEach(each -> {
            if (!each.equals(url)) {
                throw new MovedException(each);
            }
        });
        known.ifPresent(kept -> request.header("If-None-Match", kept.etag()));
        NetAnswer answer = send(request.build(), limit(token, pathAndQuery), false);
        if (answer.status() == NOT_MODIFIED) {
            return known.orElseThrow(() -> new ToolException("GitHub sent an answer without content; try again"))
                    .answer();
        }
        KeptAnswer.of(answer).ifPresent(kept -> api.kept().put(key, kept));
        return answer;
    }

    /**
     * Changes something.
     *
     * @throws ToolException when it was not done, or when that is not known, which the message says
     */
    ApiJson post(Repository repository, String path, Object body, String about) {
        String token = token();
        NetRequest request = request(api.site().url(path), token, JSON)
                .post("application/json", Json.write(body))
                .build();
        NetAnswer answer = send(request, limit(token, path), true);
        if (!answer.isSuccess()) {
            throw Failures.of(answer, secrets, repository, about, true);
        }
        try {
            return read(answer);
        } catch (ToolException e) {
            throw doneButUnreadable();
        }
    }

    /** The failure of what GitHub took, and then said something of that is not of the form that was asked for. */
    static ToolException doneButUnreadable() {
        return new ToolException(
                "it was done, but what GitHub says of it can not be read; do not try again, look there");
    }

    /**
     * The number of what was made.
     *
     * @param made what {@link #post} gave
     * @throws ToolException when there is none
     */
    static long numberOf(ApiJson made, String field) {
        long number = made.number(field);
        if (number < 1) {
            throw doneButUnreadable();
        }
        return number;
    }

    /**
     * What an answer says in JSON.
     *
     * @throws ToolException when it is too long, or no JSON
     */
    ApiJson read(NetAnswer answer) {
        return ApiJson.of(answer, secrets);
    }

    /** The failure that an answer to a GET is. */
    ToolException fault(NetAnswer answer, Repository repository, String about) {
        return Failures.of(answer, secrets, repository, about, false);
    }

    /**
     * A content as it is shown. To be called before it is cut: of a part of a token nobody sees that it is one.
     *
     * @param isCut whether it was cut when it was received, perhaps in the middle of a token
     */
    String visible(String content, boolean isCut) {
        String redacted = secrets.redact(content);
        return Shown.of(isCut ? withoutBegunToken(redacted) : redacted);
    }

    private String withoutBegunToken(String text) {
        for (String token : tokens) {
            for (int length = Math.min(token.length() - 1, text.length()); length >= SHORTEST_PART; length--) {
                if (text.endsWith(token.substring(0, length))) {
                    return text.substring(0, text.length() - length) + "***";
                }
            }
        }
        return text;
    }

    private String token() {
        String token = api.token();
        tokens.add(token);
        secrets = Secrets.of(tokens);
        return token;
    }

    private static RateLimits.Key limit(String token, String path) {
        return new RateLimits.Key(GitHubApi.hash(token), path.startsWith(SEARCH));
    }

    private NetRequest.Builder request(WebUrl url, String token, String accept) {
        return NetRequest.of(url)
                .header("Accept", accept)
                .header("User-Agent", "intellibrix")
                .header("X-GitHub-Api-Version", VERSION)
                .secretHeader("Authorization", "Bearer " + token)
                .maxBytes(api.settings().maxBytes())
                .deadline(deadline);
    }

    private NetAnswer send(NetRequest request, RateLimits.Key limit, boolean isWrite) {
        api.limits().check(limit);
        NetAnswer answer;
        try {
            answer = api.http().send(request, cancellation);
        } catch (NetException e) {
            throw Failures.of(e, isWrite);
        }
        api.limits().check(limit, answer);
        return answer;
    }

    /** The result: untrusted, because of where it came from. */
    ToolOutput output(String text) {
        return ToolOutput.text(secrets.redact(text)).untrusted(origins.toArray(new Origin[0]));
    }

    /** A failure for the model, which may quote what GitHub said. Its cause is dropped: it may hold what must not be seen. */
    ToolException failure(ToolException e) {
        return new ToolException(
                secrets.redact(String.valueOf(e.getMessage())), Label.untrusted(origins.toArray(new Origin[0])));
    }
}
