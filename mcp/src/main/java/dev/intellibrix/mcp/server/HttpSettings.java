package dev.intellibrix.mcp.server;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What serving over HTTP needs beside.
 *
 * @param address where it listens
 * @param token the bearer token that every request has to bring; null when none is needed
 * @param hosts the names under which the server is reached, without ports, in lower case
 * @param maxSessions how many sessions there may be
 * @param sessionIdle how long a session is kept after its last request
 * @param transferTimeout how long a message may take to come or to go
 * @param keepAlive how often a call that takes long shows that it is still there
 */
public record HttpSettings(
        InetSocketAddress address,
        @Nullable String token,
        Set<String> hosts,
        int maxSessions,
        Duration sessionIdle,
        Duration transferTimeout,
        Duration keepAlive) {

    public HttpSettings {
        hosts = Set.copyOf(hosts);
    }

    /** Does not tell the token. */
    @Override
    public String toString() {
        return "HttpSettings[address=" + address + ", token=" + (token == null ? "none" : "given") + ", hosts=" + hosts
                + "]";
    }
}
