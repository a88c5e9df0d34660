package dev.intellibrix.internal.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Finds the addresses of a host. Thread-safe. */
@FunctionalInterface
public interface Resolver {

    /** The system's resolver. */
    static Resolver system() {
        return host -> List.of(InetAddress.getAllByName(host));
    }

    /**
     * All addresses of a name, in the order in which they are to be tried.
     *
     * @throws UnknownHostException when there are none
     */
    List<InetAddress> resolve(String host) throws UnknownHostException;
}
