package dev.intellibrix.agenttools.search;

import dev.intellibrix.internal.http.Secrets;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.internal.net.Deadline;
import dev.intellibrix.internal.net.GuardedHttp;
import dev.intellibrix.internal.net.NetAnswer;
import dev.intellibrix.internal.net.NetException;
import dev.intellibrix.internal.net.NetRequest;
import dev.intellibrix.tool.Cancellation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * A search service over HTTP: its turns, one more try where it was asked too often, its key, and its pages. Thread-safe; it has
 * no key in it.
 */
final class HttpSearch implements SearchProvider {

    private static final int MAX_BYTES = 2_000_000;
    private static final int TRIES = 2;
    private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,2000}");

    private final SearchApi api;
    private final GuardedHttp http;
    private final Optional<Supplier<String>> key;
    private final Duration timeout;
    private final Time time;
    private final Pace pace;

    HttpSearch(
            SearchApi api, GuardedHttp http, Optional<Supplier<String>> key, SearchServiceOptions options, Time time) {
        this.api = api;
        this.http = http;
        this.key = key;
        this.timeout = options.timeout();
        this.time = time;
        this.pace = new Pace(options.interval().orElse(api.interval()), time);
    }

    @Override
    public String id() {
        return api.id();
    }

    @Override
    public SearchResults search(SearchQuery query, Cancellation cancellation) throws InterruptedException {
        long end = time.nanos() + timeout.toNanos();
        Map<String, SearchHit> hits = new LinkedHashMap<>();
        Set<String> notes = new LinkedHashSet<>();
        int before = -1;
        for (int page = 1; page <= api.maxPages() && hits.size() < query.limit() && hits.size() > before; page++) {
            before = hits.size();
            SearchResults found = page(query, page, end, cancellation);
            found.hits().forEach(hit -> hits.putIfAbsent(hit.url(), hit));
            notes.addAll(found.notes());
        }
        return new SearchResults(List.copyOf(hits.values()), List.copyOf(notes));
    }

    /** A further page that does not come takes nothing from those that are there. */
    private SearchResults page(SearchQuery query, int page, long end, Cancellation cancellation)
            throws InterruptedException {
        try {
            return ask(query, page, end, cancellation);
        } catch (SearchException e) {
            if (page == 1) {
                throw e;
            }
            return new SearchResults(List.of(), List.of("There may be more: " + e.getMessage()));
        }
    }

    private SearchResults ask(SearchQuery query, int page, long end, Cancellation cancellation)
            throws InterruptedException {
        for (int tries = 1; ; tries++) {
            Duration tooLong = pace.take(end, cancellation);
            if (!tooLong.isZero()) {
                throw Problems.rate(api.name(), tooLong);
            }
            try {
                return askNow(query, page, end, cancellation);
            } catch (SearchException e) {
                e.retryAfter().ifPresent(pace::pause);
                if (e.kind() != SearchException.Kind.RATE || tries == TRIES) {
                    throw e;
                }
            }
        }
    }

    private SearchResults askNow(SearchQuery query, int page, long end, Cancellation cancellation) {
        NetRequest.Builder request = api.request(query, page)
                .header("Accept", "application/json")
                .header("User-Agent", "intellibrix")
                .maxBytes(MAX_BYTES)
                .maxRedirects(0)
                .deadline(Deadline.in(Duration.ofNanos(Math.max(1, end - time.nanos()))));
        Secrets secrets = Secrets.of(List.of());
        if (key.isPresent()) {
            String value = supplied(key.get());
            api.authorize(request, value);
            secrets = secrets.with(value);
        }
        NetAnswer answer = send(request.build(), cancellation);
        JsonNode json = json(answer);
        if (!answer.isSuccess()) {
            throw api.problem(answer, json);
        }
        if (json.isMissingNode()) {
            throw Problems.answer(api.name(), answer.isCut() ? "more than " + MAX_BYTES + " bytes" : "no JSON");
        }
        return redacted(api.read(json), secrets);
    }

    private NetAnswer send(NetRequest request, Cancellation cancellation) {
        try {
            return http.send(request, cancellation);
        } catch (NetException e) {
            throw Problems.unreachable(api.name(), e);
        }
    }

    /** The key, checked before anything can complain of it with its value. */
    private String supplied(Supplier<String> supplier) {
        String value;
        try {
            value = supplier.get();
        } catch (RuntimeException e) {
            // Without the cause, whose message may hold the key.
            throw noKey();
        }
        if (value == null || !KEY.matcher(value.strip()).matches()) {
            throw noKey();
        }
        return value.strip();
    }

    private SearchException noKey() {
        return new SearchException(
                SearchException.Kind.KEY,
                "there is no key for " + api.name() + "; the user has to set one, go on without searching");
    }

    private static JsonNode json(NetAnswer answer) {
        if (answer.isCut()) {
            return MissingNode.getInstance();
        }
        try {
            return Json.parseLeniently(new String(answer.body(), StandardCharsets.UTF_8));
        } catch (JsonFault e) {
            return MissingNode.getInstance();
        }
    }

    /** A server that repeats what it was sent must not put the key before the model. */
    private static SearchResults redacted(SearchResults results, Secrets secrets) {
        return new SearchResults(
                results.hits().stream()
                        .map(hit -> new SearchHit(
                                secrets.redact(hit.title()), secrets.redact(hit.url()), secrets.redact(hit.snippet())))
                        .toList(),
                results.notes().stream().map(secrets::redact).toList());
    }

    /** Names the service. */
    @Override
    public String toString() {
        return api.name();
    }
}
