package dev.intellibrix.internal.net;

import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Set;
import java.util.stream.Collectors;

/** Addresses without a look-up. */
final class Addresses {

    private Addresses() {}

    /** The address of these four or sixteen bytes. */
    static InetAddress of(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("an address has 4 or 16 bytes, but these are " + bytes.length, e);
        }
    }

    /**
     * The addresses of this machine, as they are now.
     *
     * @throws UncheckedIOException when the system does not tell
     */
    static Set<InetAddress> ofThisMachine() {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .collect(Collectors.toUnmodifiableSet());
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }
}
