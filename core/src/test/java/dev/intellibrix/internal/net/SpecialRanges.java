package dev.intellibrix.internal.net;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The special ranges, written down a second time from the registries of IANA ("IPv4 Special-Purpose Address Registry", "IPv6
 * Special-Purpose Address Registry", "IPv6 Address Space") with arithmetic of its own, so that a slip in the table of the code is
 * no slip here.
 */
final class SpecialRanges {

    static final List<String> IPV4 = List.of(
            "0.0.0.0/8",
            "0.0.0.0/32",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.0.0/29",
            "192.0.0.8/32",
            "192.0.0.9/32",
            "192.0.0.10/32",
            "192.0.0.170/32",
            "192.0.0.171/32",
            "192.0.2.0/24",
            "192.31.196.0/24",
            "192.52.193.0/24",
            "192.88.99.0/24",
            "192.88.99.2/32",
            "192.168.0.0/16",
            "192.175.48.0/24",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "240.0.0.0/4",
            "255.255.255.255/32",
            // Multicast has a registry of its own; the last one is Azure's, and in none.
            "224.0.0.0/4",
            "168.63.129.16/32");

    static final List<String> IPV6 = List.of(
            "::1/128",
            "::/128",
            "::ffff:0:0/96",
            "64:ff9b::/96",
            "64:ff9b:1::/48",
            "100::/64",
            "100:0:0:1::/64",
            "2001::/23",
            "2001::/32",
            "2001:1::1/128",
            "2001:1::2/128",
            "2001:1::3/128",
            "2001:2::/48",
            "2001:3::/32",
            "2001:4:112::/48",
            "2001:10::/28",
            "2001:20::/28",
            "2001:30::/28",
            "2001:db8::/32",
            "2002::/16",
            "2620:4f:8000::/48",
            "3fff::/20",
            "5f00::/16",
            "fc00::/7",
            "fe80::/10",
            // IPv4-compatible (RFC 4291), IPv4-translated (RFC 2765), site-local, multicast, the 6bone, and what of the
            // address space has not been given out.
            "::/96",
            "::ffff:0:0:0/96",
            "fec0::/10",
            "ff00::/8",
            "3ffe::/16",
            "::/8",
            "100::/8",
            "200::/7",
            "400::/6",
            "800::/5",
            "1000::/4",
            "4000::/3",
            "6000::/3",
            "8000::/3",
            "a000::/3",
            "c000::/3",
            "e000::/4",
            "f000::/5",
            "f800::/6",
            "fe00::/9");

    private SpecialRanges() {}

    /** The first and the last address of every range, one in the middle, and the two beside it. */
    static Set<InetAddress> edges() {
        Set<InetAddress> edges = new LinkedHashSet<>();
        for (List<String> family : List.of(IPV4, IPV6)) {
            int bytes = family == IPV4 ? 4 : 16;
            for (String block : family) {
                BigInteger first = first(block);
                BigInteger last = last(block);
                List<BigInteger> all = new ArrayList<>(List.of(
                        first,
                        last,
                        first.add(last).shiftRight(1),
                        first.subtract(BigInteger.ONE),
                        last.add(BigInteger.ONE)));
                all.removeIf(each -> each.signum() < 0 || each.bitLength() > bytes * 8);
                all.forEach(each -> edges.add(address(each, bytes)));
            }
        }
        return edges;
    }

    /** Whether a range contains an address. */
    static boolean contain(InetAddress address) {
        BigInteger value = new BigInteger(1, address.getAddress());
        List<String> family = address.getAddress().length == 4 ? IPV4 : IPV6;
        return family.stream()
                .anyMatch(block ->
                        first(block).compareTo(value) <= 0 && last(block).compareTo(value) >= 0);
    }

    /** An address that is never turned into one of IPv4, as the JDK does with mapped ones. */
    static InetAddress address(BigInteger value, int bytes) {
        byte[] all = value.toByteArray();
        byte[] exact = new byte[bytes];
        int count = Math.min(bytes, all.length);
        System.arraycopy(all, all.length - count, exact, bytes - count, count);
        return address(exact);
    }

    static InetAddress address(byte[] bytes) {
        try {
            return bytes.length == 4
                    ? InetAddress.getByAddress(bytes)
                    : java.net.Inet6Address.getByAddress(null, bytes, -1);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(Arrays.toString(bytes), e);
        }
    }

    /** The address as it stands in a URL. */
    static String inUrl(InetAddress address) {
        String text = address.getHostAddress();
        return address.getAddress().length == 4 ? text : "[" + text + "]";
    }

    private static BigInteger first(String block) {
        try {
            String text = block.substring(0, block.indexOf('/'));
            byte[] bytes = text.equals("::ffff:0:0") // The JDK would make an IPv4 address of it.
                    ? new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0}
                    : InetAddress.getByName(text).getAddress();
            return new BigInteger(1, bytes);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(block, e);
        }
    }

    private static BigInteger last(String block) {
        int bits = block.indexOf(':') < 0 ? 32 : 128;
        int prefix = Integer.parseInt(block.substring(block.indexOf('/') + 1));
        return first(block).add(BigInteger.ONE.shiftLeft(bits - prefix)).subtract(BigInteger.ONE);
    }
}
