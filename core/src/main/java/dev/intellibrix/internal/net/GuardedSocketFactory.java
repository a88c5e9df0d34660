package dev.intellibrix.internal.net;

import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/** Makes sockets that are not connected yet and check the address when they are. */
final class GuardedSocketFactory extends SocketFactory {

    private final NetPolicy policy;
    private final Connector connector;
    private final WireAllowance allowance;

    GuardedSocketFactory(NetPolicy policy, Connector connector, WireAllowance allowance) {
        this.policy = policy;
        this.connector = connector;
        this.allowance = allowance;
    }

    @Override
    public Socket createSocket() {
        return new GuardedSocket(policy, connector, allowance);
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw unsupported();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
        throw unsupported();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw unsupported();
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
        throw unsupported();
    }

    private static UnsupportedOperationException unsupported() {
        return new UnsupportedOperationException("a guarded socket is made first and connected then");
    }
}
