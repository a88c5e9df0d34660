package dev.intellibrix.mcp;

import dev.intellibrix.mcp.server.HttpServing;
import java.net.InetSocketAddress;
import java.net.URI;

/**
 * A server over HTTP that is running; see {@link ServeMcp#http(int)}. It keeps the JVM alive until it is closed. Thread-safe.
 */
public final class McpEndpoint implements AutoCloseable {

    private final HttpServing serving;

    McpEndpoint(HttpServing serving) {
        this.serving = serving;
    }

    /** The port that it listens on. */
    public int port() {
        return serving.address().getPort();
    }

    /** Where a client on this machine finds it; for others, the host is the name under which they reach this machine. */
    public URI uri() {
        InetSocketAddress address = serving.address();
        String host = address.getAddress().isAnyLocalAddress()
                ? "127.0.0.1"
                : address.getAddress().getHostAddress();
        String named = host.contains(":") ? "[" + host + "]" : host;
        return URI.create("http://" + named + ":" + address.getPort() + HttpServing.PATH);
    }

    /** Stops the calls that are under way, ends all sessions and connections, and listens no more. */
    @Override
    public void close() {
        serving.close();
    }
}
