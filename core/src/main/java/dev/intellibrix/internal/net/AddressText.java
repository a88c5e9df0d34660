package dev.intellibrix.internal.net;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads addresses in the one form of each kind that all programs read alike: four decimal numbers without leading zeros, or
 * groups of hexadecimal digits with at most one gap. Everything else is no address here, whatever others make of it.
 */
final class AddressText {

    static final int IPV4_BYTES = 4;
    static final int IPV6_BYTES = 16;

    private static final Pattern DECIMAL = Pattern.compile("0|[1-9][0-9]{0,2}");
    private static final Pattern GROUP = Pattern.compile("[0-9a-fA-F]{1,4}");
    private static final Pattern NUMBER = Pattern.compile("[0-9]+|0[xX][0-9a-fA-F]*");

    private AddressText() {}

    /** The four bytes of an address such as {@code 192.0.2.1}. */
    static Optional<byte[]> ipv4(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != IPV4_BYTES) {
            return Optional.empty();
        }
        byte[] bytes = new byte[IPV4_BYTES];
        for (int i = 0; i < IPV4_BYTES; i++) {
            if (!DECIMAL.matcher(parts[i]).matches() || Integer.parseInt(parts[i]) > 0xff) {
                return Optional.empty();
            }
            bytes[i] = (byte) Integer.parseInt(parts[i]);
        }
        return Optional.of(bytes);
    }

    /** The sixteen bytes of an address such as {@code 2001:db8::1}, without brackets and zone. */
    static Optional<byte[]> ipv6(String text) {
        int gap = text.indexOf("::");
        if (gap < 0) {
            return groups(text, true).filter(bytes -> bytes.length == IPV6_BYTES);
        }
        Optional<byte[]> head = groups(text.substring(0, gap), false);
        Optional<byte[]> tail = groups(text.substring(gap + 2), true);
        if (head.isEmpty() || tail.isEmpty() || head.get().length + tail.get().length > IPV6_BYTES - 2) {
            return Optional.empty();
        }
        byte[] bytes = Arrays.copyOf(head.get(), IPV6_BYTES);
        System.arraycopy(tail.get(), 0, bytes, IPV6_BYTES - tail.get().length, tail.get().length);
        return Optional.of(bytes);
    }

    /** Whether a host whose last label this is would be read as a number, in some base, by some program. */
    static boolean isNumber(String label) {
        return NUMBER.matcher(label).matches();
    }

    private static Optional<byte[]> groups(String text, boolean mayEndInIpv4) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(IPV6_BYTES);
        String[] parts = text.isEmpty() ? new String[0] : text.split(":", -1);
        for (int i = 0; i < parts.length; i++) {
            if (GROUP.matcher(parts[i]).matches()) {
                int group = Integer.parseInt(parts[i], 16);
                bytes.write(group >> 8);
                bytes.write(group);
            } else {
                Optional<byte[]> inner = mayEndInIpv4 && i == parts.length - 1 ? ipv4(parts[i]) : Optional.empty();
                if (inner.isEmpty()) {
                    return Optional.empty();
                }
                bytes.writeBytes(inner.get());
            }
        }
        return bytes.size() > IPV6_BYTES ? Optional.empty() : Optional.of(bytes.toByteArray());
    }
}
