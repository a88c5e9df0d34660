package dev.intellibrix.internal.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import okhttp3.Dns;

/**
 * Look-ups that give out nothing when a single one of a name's addresses is refused: a name that leads to the inside as well has
 * no good reason to. What passes is the address that is connected to; nothing is looked up again. Of many addresses the first
 * few are given out, since each may be tried, and the owner of a name chooses whom they lead to.
 */
final class GuardedDns implements Dns {

    private static final int MAX_TRIED = 8;

    private final NetPolicy policy;
    private final Resolver resolver;

    GuardedDns(NetPolicy policy, Resolver resolver) {
        this.policy = policy;
        this.resolver = resolver;
    }

    @Override
    public List<InetAddress> lookup(String host) throws UnknownHostException {
        List<InetAddress> addresses = List.copyOf(resolver.resolve(host));
        for (InetAddress address : addresses) {
            policy.check(host, address);
        }
        return addresses.subList(0, Math.min(MAX_TRIED, addresses.size()));
    }
}
