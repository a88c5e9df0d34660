package dev.intellibrix.agenttools.fetch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.intellibrix.agenttools.FetchOptions;
import dev.intellibrix.internal.net.Connector;
import dev.intellibrix.internal.net.GuardedHttp;
import dev.intellibrix.internal.net.NetPolicy;
import dev.intellibrix.internal.net.Resolver;
import dev.intellibrix.tool.Tool;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A web inside of the machine: every name that ends in {@code .example} has one public address, unless a test gives it another,
 * and connections to that address, which are written down first, go to a server on loopback. All others, and those for
 * TLS, go nowhere.
 */
final class Web implements Resolver, Connector, AutoCloseable {

    static final String ADDRESS = "93.184.216.34";

    private static final int TLS_PORT = 443;

    /** What is answered. */
    static final class Answer {

        private final int status;
        private final Map<String, String> headers;
        private final byte[] body;

        private Answer(int status, Map<String, String> headers, byte[] body) {
            this.status = status;
            this.headers = headers;
            this.body = body;
        }

        static Answer of(String type, String body) {
            return of(type, body.getBytes(StandardCharsets.UTF_8));
        }

        static Answer of(String type, byte[] body) {
            return new Answer(200, type.isEmpty() ? Map.of() : Map.of("Content-Type", type), body);
        }

        static Answer status(int status) {
            return status(status, Map.of());
        }

        static Answer status(int status, Map<String, String> headers) {
            return new Answer(status, headers, new byte[0]);
        }

        static Answer redirect(String location) {
            return status(302, Map.of("Location", location));
        }
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Answer> pages = new HashMap<>();
    private final Map<String, String> names = new HashMap<>();
    private boolean isSilent;
    private final List<String> connections = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> userAgents = new CopyOnWriteArrayList<>();

    Web() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    /** What is answered to a GET of a URL of plain HTTP; all others are answered with 404. */
    Web page(String url, Answer answer) {
        pages.put(url, answer);
        return this;
    }

    Web page(String url, String type, String body) {
        return page(url, Answer.of(type, body));
    }

    /** The address of a name. */
    Web name(String name, String address) {
        names.put(name, address);
        return this;
    }

    /** Whether nobody answers until the time is up; nobody waits for that. */
    void silent(boolean silent) {
        isSilent = silent;
    }

    /** The tool on this web, with these options. */
    Tool tool(FetchOptions.Builder builder, Clock clock) {
        FetchOptions options = builder.build();
        FetchSettings settings = new FetchSettings(
                options.needsApproval(),
                options.respectRobotsTxt(),
                options.userAgent(),
                options.maxBytes(),
                options.maxChars(),
                options.maxRedirects(),
                options.timeout(),
                options.maxRequestsPerMinute());
        NetPolicy policy = NetPolicy.ofPublicHosts()
                .withHosts(options.allowHosts())
                .withPrivateNetwork(options.allowPrivateNetwork());
        return FetchUrl.tool(settings, GuardedHttp.of(policy, this, this), clock);
    }

    /** The tool with time enough for a slow machine. */
    Tool tool() {
        return tool(options(), Clock.systemUTC());
    }

    static FetchOptions.Builder options() {
        return FetchOptions.builder().timeout(Duration.ofSeconds(60)).needsApproval(false);
    }

    /** Every address and port that was to be connected to. */
    List<String> connections() {
        return connections;
    }

    /** Every URL that was asked for. */
    List<String> requests() {
        return requests;
    }

    List<String> userAgents() {
        return userAgents;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String url = "http://" + exchange.getRequestHeaders().getFirst("Host") + exchange.getRequestURI();
            requests.add(url);
            userAgents.add(String.valueOf(exchange.getRequestHeaders().getFirst("User-Agent")));
            Answer answer = pages.getOrDefault(url, Answer.status(404));
            answer.headers.forEach(exchange.getResponseHeaders()::set);
            exchange.getResponseHeaders().set("Connection", "close");
            exchange.sendResponseHeaders(answer.status, answer.body.length == 0 ? -1 : answer.body.length);
            exchange.getResponseBody().write(answer.body);
        }
    }

    @Override
    public List<InetAddress> resolve(String host) throws UnknownHostException {
        String address = names.getOrDefault(host, host.endsWith(".example") ? ADDRESS : "");
        if (address.isEmpty()) {
            throw new UnknownHostException(host);
        }
        return List.of(InetAddress.getByName(address)); // A literal: nothing is looked up.
    }

    @Override
    public InetSocketAddress connect(InetSocketAddress checked) throws IOException {
        connections.add(checked.getAddress().getHostAddress() + " " + checked.getPort());
        if (isSilent) {
            throw new SocketTimeoutException("silence");
        }
        if (!checked.getAddress().getHostAddress().equals(ADDRESS) || checked.getPort() == TLS_PORT) {
            throw new ConnectException("nobody is there");
        }
        return server.getAddress();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
