package dev.intellibrix.internal.net;

import java.util.List;
import java.util.Optional;

/**
 * The addresses that are not plain hosts of the internet: all entries of IANA's registries of special-purpose addresses for
 * IPv4 and IPv6 (RFC 6890 and its updates), those that are reachable for everybody among them, since no page is served there;
 * multicast; what is left of withdrawn blocks; and every IPv6 form that wraps an IPv4 address, whichever that is, since a
 * gateway or a tunnel would unwrap it behind the check. Of IPv6 only 2000::/3 has been given out, and all else is special.
 */
final class SpecialAddresses {

    private static final List<AddressRange> IPV4 = List.of(
            AddressRange.of("0.0.0.0/8", "an address of this network"),
            AddressRange.of("10.0.0.0/8", "a private address"),
            AddressRange.of("100.64.0.0/10", "a shared address of a provider's own network"),
            AddressRange.of("127.0.0.0/8", "a loopback address"),
            AddressRange.of("168.63.129.16/32", "the address of a cloud's own services"),
            AddressRange.of("169.254.0.0/16", "a link-local address"),
            AddressRange.of("172.16.0.0/12", "a private address"),
            AddressRange.of("192.0.0.0/24", "an address for protocols"),
            AddressRange.of("192.0.2.0/24", "an address for documentation"),
            AddressRange.of("192.31.196.0/24", "an address for protocols"),
            AddressRange.of("192.52.193.0/24", "an address for protocols"),
            AddressRange.of("192.88.99.0/24", "an address for protocols"),
            AddressRange.of("192.168.0.0/16", "a private address"),
            AddressRange.of("192.175.48.0/24", "an address for protocols"),
            AddressRange.of("198.18.0.0/15", "an address for benchmarks"),
            AddressRange.of("198.51.100.0/24", "an address for documentation"),
            AddressRange.of("203.0.113.0/24", "an address for documentation"),
            AddressRange.of("224.0.0.0/4", "a multicast address"),
            AddressRange.of("240.0.0.0/4", "a reserved address"));

    /** The first that contains an address names it, so the narrower of two comes first. */
    private static final List<AddressRange> IPV6 = List.of(
            AddressRange.of("::/128", "an address of this network"),
            AddressRange.of("::1/128", "a loopback address"),
            AddressRange.of("::/96", "an IPv6 form of an IPv4 address"),
            AddressRange.of("::ffff:0:0/96", "an IPv6 form of an IPv4 address"),
            AddressRange.of("::ffff:0:0:0/96", "an IPv6 form of an IPv4 address"),
            AddressRange.of("64:ff9b::/96", "an IPv6 form of an IPv4 address"),
            AddressRange.of("64:ff9b:1::/48", "an IPv6 form of an IPv4 address"),
            AddressRange.of("100::/64", "an address that leads nowhere"),
            AddressRange.of("100:0:0:1::/64", "an address that leads nowhere"),
            AddressRange.of("2001::/32", "an IPv6 form of an IPv4 address"),
            AddressRange.of("2001::/23", "an address for protocols"),
            AddressRange.of("2001:db8::/32", "an address for documentation"),
            AddressRange.of("2002::/16", "an IPv6 form of an IPv4 address"),
            AddressRange.of("2620:4f:8000::/48", "an address for protocols"),
            AddressRange.of("3ffe::/16", "a reserved address"),
            AddressRange.of("3fff::/20", "an address for documentation"),
            AddressRange.of("5f00::/16", "an address for protocols"),
            AddressRange.of("fc00::/7", "a private address"),
            AddressRange.of("fe80::/10", "a link-local address"),
            AddressRange.of("fec0::/10", "a private address"),
            AddressRange.of("ff00::/8", "a multicast address"));

    private static final AddressRange GIVEN_OUT = AddressRange.of("2000::/3", "a host");

    private SpecialAddresses() {}

    /** What is special about an address of four or sixteen bytes; nothing when it is that of a host like any other. */
    static Optional<String> kindOf(byte[] address) {
        List<AddressRange> ranges = address.length == AddressText.IPV4_BYTES ? IPV4 : IPV6;
        for (AddressRange range : ranges) {
            if (range.contains(address)) {
                return Optional.of(range.kind());
            }
        }
        if (address.length == AddressText.IPV4_BYTES) {
            return Optional.empty();
        }
        if (!GIVEN_OUT.contains(address)) {
            return Optional.of("a reserved address");
        }
        return isTunnel(address) ? Optional.of("an IPv6 form of an IPv4 address") : Optional.empty();
    }

    /** ISATAP (RFC 5214): any prefix, then {@code 0:5efe} or {@code 200:5efe}, then the IPv4 address. */
    private static boolean isTunnel(byte[] address) {
        return (address[8] & ~2) == 0 && address[9] == 0 && address[10] == 0x5e && address[11] == (byte) 0xfe;
    }
}
