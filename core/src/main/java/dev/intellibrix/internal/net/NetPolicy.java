package dev.intellibrix.internal.net;

import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Which hosts may be connected to. By default all hosts of the internet on the ports of the web, and nothing else: no address of
 * a special range, none of this machine, no name of the local network. Immutable.
 */
public final class NetPolicy {

    private static final Set<String> LOCAL_DOMAINS =
            Set.of("localhost", "localdomain", "local", "internal", "home.arpa");
    private static final int FIRST_FREE_PORT = 1_024;
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    private final HostPatterns allowed;
    private final boolean isPrivateAllowed;
    private final Supplier<Set<InetAddress>> own;

    private NetPolicy(HostPatterns allowed, boolean isPrivateAllowed, Supplier<Set<InetAddress>> own) {
        this.allowed = allowed;
        this.isPrivateAllowed = isPrivateAllowed;
        this.own = own;
    }

    /** Any host of the internet. */
    public static NetPolicy ofPublicHosts() {
        return new NetPolicy(HostPatterns.of(List.of()), false, Addresses::ofThisMachine);
    }

    /**
     * This policy for these hosts alone: exact names or addresses, and {@code *.example.org} for all names below one. An empty
     * list stands for all hosts.
     *
     * @throws IllegalArgumentException when one is of another form
     */
    public NetPolicy withHosts(List<String> patterns) {
        return new NetPolicy(HostPatterns.of(patterns), isPrivateAllowed, own);
    }

    /** This policy with every address and every port allowed, or with those of public web servers only. */
    public NetPolicy withPrivateNetwork(boolean isAllowed) {
        return new NetPolicy(allowed, isAllowed, own);
    }

    /** This policy for a machine with other addresses of its own. */
    NetPolicy withOwnAddresses(Supplier<Set<InetAddress>> addresses) {
        return new NetPolicy(allowed, isPrivateAllowed, addresses);
    }

    /**
     * Checks all that can be told without a look-up.
     *
     * @throws NetException of the kind REFUSED
     */
    public void check(WebUrl url) {
        if (!allowed.isEmpty() && !allowed.matches(url.host())) {
            throw NetException.refused(url.host() + " is not among the hosts that may be reached, which are " + allowed
                    + "; use one of those");
        }
        if (isPrivateAllowed) {
            return;
        }
        if (url.address().isPresent()) {
            refusal(url.address().get()).ifPresent(kind -> {
                throw refused(url.host(), "is " + kind);
            });
        } else if (isLocalName(url.host())) {
            throw refused(url.host(), "is a name of the local network");
        }
        if (url.port() < FIRST_FREE_PORT && url.port() != HTTP_PORT && url.port() != HTTPS_PORT) {
            throw NetException.refused("port " + url.port() + " is not one of the web; leave the port out");
        }
    }

    /** Checks an address that is about to be connected to for a host. */
    void check(String host, InetAddress address) throws RefusedAddressException {
        if (isPrivateAllowed) {
            return;
        }
        Optional<String> kind = refusal(address.getAddress());
        if (kind.isPresent()) {
            throw new RefusedAddressException(refused(host, "leads to " + kind.get()));
        }
    }

    private static NetException refused(String host, String what) {
        return NetException.refused(host + " " + what + ", and only public hosts may be reached; use a public address");
    }

    private static boolean isLocalName(String host) {
        if (host.indexOf('.') < 0) {
            return true;
        }
        return LOCAL_DOMAINS.stream().anyMatch(domain -> host.equals(domain) || host.endsWith("." + domain));
    }

    private Optional<String> refusal(byte[] address) {
        Optional<String> kind = SpecialAddresses.kindOf(address);
        return kind.isPresent() ? kind : ownAddress(Addresses.of(address));
    }

    private Optional<String> ownAddress(InetAddress address) {
        try {
            return own.get().contains(address) ? Optional.of("an address of this machine") : Optional.empty();
        } catch (UncheckedIOException e) {
            return Optional.of("an address that may be this machine's");
        }
    }
}
