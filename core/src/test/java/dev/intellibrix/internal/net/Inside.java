package dev.intellibrix.internal.net;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An internet inside of the machine: names have the addresses that a test gives them, and a connection to any of them, which is
 * written down first, goes to a server on loopback or nowhere. Nothing leaves the machine.
 */
final class Inside implements Resolver, Connector {

    private final Map<String, Deque<List<InetAddress>>> names = new HashMap<>();
    private final Map<InetAddress, Integer> servers = new HashMap<>();
    private final List<InetSocketAddress> connections = new CopyOnWriteArrayList<>();
    private final List<String> lookUps = new CopyOnWriteArrayList<>();

    /** A name that answers every look-up with these addresses. */
    Inside name(String name, String... addresses) {
        names.put(name, new ArrayDeque<>(List.of(addresses(addresses))));
        return this;
    }

    /** What a name answers after its last answer was given once. */
    Inside then(String name, String... addresses) {
        names.computeIfAbsent(name, any -> new ArrayDeque<>()).addLast(addresses(addresses));
        return this;
    }

    Inside then(String name, InetAddress address) {
        names.computeIfAbsent(name, any -> new ArrayDeque<>()).addLast(List.of(address));
        return this;
    }

    Inside name(String name, InetAddress address) {
        names.put(name, new ArrayDeque<>(List.of(List.of(address))));
        return this;
    }

    /** What answers at an address: a port of loopback. */
    Inside server(String address, int loopbackPort) {
        servers.put(address(address), loopbackPort);
        return this;
    }

    GuardedHttp client(NetPolicy policy) {
        return GuardedHttp.of(policy, this, this);
    }

    /** A client for the public internet on a machine without addresses of its own. */
    GuardedHttp client() {
        return client(NetPolicy.ofPublicHosts().withOwnAddresses(java.util.Set::of));
    }

    /** Everything that was to be connected to. */
    List<String> connections() {
        return connections.stream()
                .map(each -> each.getAddress().getHostAddress() + " " + each.getPort())
                .toList();
    }

    List<String> lookUps() {
        return lookUps;
    }

    void forget() {
        connections.clear();
        lookUps.clear();
    }

    @Override
    public synchronized List<InetAddress> resolve(String host) throws UnknownHostException {
        lookUps.add(host);
        Deque<List<InetAddress>> answers = names.get(host);
        if (answers == null) {
            throw new UnknownHostException(host);
        }
        return answers.size() > 1 ? answers.removeFirst() : answers.getFirst();
    }

    @Override
    public InetSocketAddress connect(InetSocketAddress checked) throws IOException {
        connections.add(checked);
        Integer port = servers.get(checked.getAddress());
        if (port == null) {
            throw new ConnectException("nobody is there");
        }
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private static List<InetAddress> addresses(String... texts) {
        List<InetAddress> all = new ArrayList<>();
        for (String text : texts) {
            all.add(address(text));
        }
        return all;
    }

    static InetAddress address(String text) {
        return SpecialRanges.address(
                AddressText.ipv4(text).or(() -> AddressText.ipv6(text)).orElseThrow());
    }
}
