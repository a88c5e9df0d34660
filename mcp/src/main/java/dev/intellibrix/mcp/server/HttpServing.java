package dev.intellibrix.mcp.server;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;

/** A server over HTTP that is running, until it is closed. Thread-safe. */
public final class HttpServing implements AutoCloseable {

    /** The path of the endpoint. */
    public static final String PATH = "/mcp";

    /** How many connections are served beside those of calls, for answers and cancellations. */
    private static final int MORE_CONNECTIONS = 64;

    private final HttpServer server;
    private final ConnectionThreads threads;
    private final Sessions sessions;

    private HttpServing(HttpServer server, ConnectionThreads threads, Sessions sessions) {
        this.server = server;
        this.threads = threads;
        this.sessions = sessions;
    }

    /**
     * Starts serving.
     *
     * @throws IOException when it can not listen there
     */
    public static HttpServing start(ServerSettings settings, ServedTools tools, HttpSettings http) throws IOException {
        HttpServer server = HttpServer.create(http.address(), 0);
        ConnectionThreads threads =
                new ConnectionThreads(settings.limits().maxCalls() + MORE_CONNECTIONS, http.transferTimeout());
        Sessions sessions = new Sessions(http.maxSessions(), http.sessionIdle(), System::nanoTime);
        server.setExecutor(threads);
        server.createContext("/", new HttpRequests(settings, tools, http, sessions, threads));
        server.start();
        return new HttpServing(server, threads, sessions);
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return server.getAddress();
    }

    /** Stops the calls that are under way, and ends all sessions and connections. */
    @Override
    public void close() {
        sessions.endAll();
        server.stop(0);
        threads.close();
    }
}
