package dev.intellibrix.rules;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.intellibrix.internal.http.RequestGuard;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The endpoint {@code /api/rules}: {@code GET} shows the rules and the violations, {@code POST} replaces the rules of the
 * file. Both need the bearer token. A browser page of another site is refused, and so is a request for a host other than
 * this machine's loopback names or those that are allowed.
 *
 * <ul>
 *   <li>{@code GET} answers 200 with the rules, the violations and the revision, which is also the {@code ETag}.
 *   <li>{@code POST} takes the text of a rules file of at most 1,000,000 characters. It needs {@code If-Match} with the
 *       revision that it was made from, or {@code *} for any. It answers 200 like {@code GET}, and with nothing changed
 *       400 for faulty rules, 409 when someone else changed the file since it was read, 412 when the rules were changed
 *       meanwhile, 413 when there is too much, 428 without {@code If-Match}, and 500 when the file cannot be written.
 *   <li>Both answer 401 without the token, 403 to a foreign page or host; any other method gets 405.
 * </ul>
 *
 * <p>{@link #handle} fits any HTTP server; {@link #httpHandler} and {@link #start} are for the one of the JDK, in the
 * module {@code jdk.httpserver}. There is no encryption: for other machines, put a server that speaks TLS in front.
 * Thread-safe.
 */
public final class RulesHandler {

    /** The path of the endpoint. */
    public static final String PATH = "/api/rules";

    /** The most bytes of a request's body; an adapter need not read more than one byte beyond. */
    public static final int MAX_BODY = 4_000_000;

    private static final int MIN_TOKEN = 16;

    private final InterceptRules rules;
    private final RequestGuard guard;

    private RulesHandler(InterceptRules rules, RequestGuard guard) {
        this.rules = rules;
        this.guard = guard;
    }

    /**
     * An endpoint for these rules.
     *
     * @param token the bearer token that a request has to bring, of at least 16 visible ASCII characters
     * @throws IllegalArgumentException when the token is shorter or holds other characters
     */
    public static RulesHandler of(InterceptRules rules, String token) {
        Objects.requireNonNull(rules, "rules");
        if (token.length() < MIN_TOKEN || !token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalArgumentException("token: at least " + MIN_TOKEN + " visible ASCII characters are needed");
        }
        return new RulesHandler(rules, new RequestGuard(token, Set.of("localhost", "127.0.0.1", "[::1]")));
    }

    /**
     * This endpoint, reached under other names as well, such as that of a server in front of it.
     *
     * @param hosts names without port
     */
    public RulesHandler withHosts(String... hosts) {
        return new RulesHandler(rules, guard.withHosts(hosts));
    }

    /**
     * An answer.
     *
     * @param status the HTTP status
     * @param headers the headers, one value each
     * @param body JSON text
     */
    public record Response(int status, Map<String, String> headers, String body) {
        public Response {
            headers = Map.copyOf(headers);
        }
    }

    /**
     * Answers a request. Never throws for what is in it.
     *
     * @param method the HTTP method
     * @param headers the headers; case does not count in their names
     * @param body the body, empty when there is none; one of more than {@link #MAX_BODY} bytes may be cut after that
     */
    public Response handle(String method, Map<String, List<String>> headers, byte[] body) {
        Request request = new Request(lowerCased(headers), body);
        RequestGuard.Refusal refusal = guard.refusal(request::header);
        if (refusal != null) {
            return RulesAnswers.refusal(refusal);
        }
        return switch (method) {
            case "GET" -> RulesAnswers.show(rules);
            case "POST" -> post(request);
            default -> RulesAnswers.fault(405, "only GET and POST are known here", Map.of("Allow", "GET, POST"));
        };
    }

    private static Map<String, List<String>> lowerCased(Map<String, List<String>> headers) {
        Map<String, List<String>> lower = new HashMap<>();
        headers.forEach((name, values) -> {
            if (name != null && values != null) {
                lower.computeIfAbsent(name.toLowerCase(Locale.ROOT), key -> new ArrayList<>())
                        .addAll(values);
            }
        });
        return lower;
    }

    private Response post(Request request) {
        if (request.body().length > MAX_BODY) {
            return RulesAnswers.fault(413, "the body has more than " + MAX_BODY + " bytes", Map.of());
        }
        String json = request.text();
        if (json == null) {
            return RulesAnswers.fault(400, "the body is not UTF-8", Map.of());
        }
        List<String> expected = request.entityTags("if-match");
        if (expected.isEmpty()) {
            return RulesAnswers.fault(
                    428, "If-Match is missing: send the ETag of the GET that the rules were made from", Map.of());
        }
        return replace(json, expected);
    }

    private Response replace(String json, List<String> expected) {
        try {
            return switch (rules.replace(json, expected)) {
                case DONE -> RulesAnswers.show(rules);
                case STALE -> RulesAnswers.stale(rules);
                case FILE_CHANGED ->
                    RulesAnswers.fault(
                            409,
                            "the rules file was changed since it was read; If-Match: * replaces it nevertheless",
                            Map.of());
            };
        } catch (RulesFault e) {
            return RulesAnswers.fault(400, e.reason(), Map.of());
        } catch (IOException e) {
            return RulesAnswers.fault(500, "the rules file can not be written; nothing changed", Map.of());
        }
    }

    /**
     * This endpoint for a server of the JDK, which should have an executor with several threads: without one, a request that
     * does not come to its end holds up all others. It answers 404 below its context's path, and cuts off a body that takes more
     * than 30 seconds to come in.
     */
    public HttpHandler httpHandler() {
        return JdkAdapter.of(this);
    }

    /**
     * Starts a server of the JDK with this endpoint at {@link #PATH}, which only this machine can reach.
     *
     * @param port the port; 0 for any free one
     * @return the server, to be stopped by the caller
     * @throws IOException when the port is taken
     */
    public HttpServer start(int port) throws IOException {
        return start(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    /**
     * Starts a server of the JDK with this endpoint at {@link #PATH}. Other machines reach it under the names given to
     * {@link #withHosts}.
     *
     * @param address where it listens
     * @return the server, to be stopped by the caller
     * @throws IOException when it cannot listen there
     */
    public HttpServer start(InetSocketAddress address) throws IOException {
        HttpServer server = HttpServer.create(address, 0);
        server.createContext(PATH, httpHandler());
        server.setExecutor(JdkAdapter.threads());
        server.start();
        return server;
    }
}
