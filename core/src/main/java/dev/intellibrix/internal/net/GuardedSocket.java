package dev.intellibrix.internal.net;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketAddress;

/**
 * A socket that checks the address as it connects, so that no way around the look-up is a way around the check. It uses no SOCKS
 * proxy either, which a plain socket takes from the system properties.
 */
final class GuardedSocket extends Socket {

    private final NetPolicy policy;
    private final Connector connector;
    private final WireAllowance allowance;

    /**
     * A socket that is not connected yet.
     *
     * @param allowance how much it receives
     */
    GuardedSocket(NetPolicy policy, Connector connector, WireAllowance allowance) {
        super(Proxy.NO_PROXY);
        this.policy = policy;
        this.connector = connector;
        this.allowance = allowance;
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new BoundedInput(super.getInputStream(), allowance);
    }

    @Override
    public void connect(SocketAddress endpoint) throws IOException {
        connect(endpoint, 0);
    }

    @Override
    public void connect(SocketAddress endpoint, int timeout) throws IOException {
        if (!(endpoint instanceof InetSocketAddress target) || target.isUnresolved()) {
            throw new IOException("only addresses are connected to");
        }
        policy.check(target.getHostString(), target.getAddress());
        super.connect(connector.connect(target), timeout);
    }
}
