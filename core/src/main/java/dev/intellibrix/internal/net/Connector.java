package dev.intellibrix.internal.net;

import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * The last step before a connection is opened: it is told every address that the policy let pass. A test puts itself in between,
 * so that nothing leaves the machine. Thread-safe.
 */
@FunctionalInterface
public interface Connector {

    /** Connections go where they are meant to go. */
    static Connector direct() {
        return checked -> checked;
    }

    /**
     * Where the connection is opened to.
     *
     * @param checked the address and port that passed the check
     * @throws IOException when there is to be no connection
     */
    InetSocketAddress connect(InetSocketAddress checked) throws IOException;
}
