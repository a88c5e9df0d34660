package dev.intellibrix.internal.net;

import java.util.Optional;

/** All addresses that begin with the same bits, and what they are. Immutable. */
final class AddressRange {

    private final byte[] first;
    private final int bits;
    private final String kind;

    private AddressRange(byte[] first, int bits, String kind) {
        this.first = first;
        this.bits = bits;
        this.kind = kind;
    }

    /**
     * A range.
     *
     * @param block its first address and the number of bits that all have in common, as in {@code 10.0.0.0/8}
     * @param kind what such an address is, as in {@code a private address}
     */
    static AddressRange of(String block, String kind) {
        int slash = block.indexOf('/');
        String address = block.substring(0, slash);
        Optional<byte[]> bytes = address.indexOf(':') < 0 ? AddressText.ipv4(address) : AddressText.ipv6(address);
        return new AddressRange(bytes.orElseThrow(), Integer.parseInt(block.substring(slash + 1)), kind);
    }

    boolean contains(byte[] address) {
        if (address.length != first.length) {
            return false;
        }
        int whole = bits / Byte.SIZE;
        for (int i = 0; i < whole; i++) {
            if (address[i] != first[i]) {
                return false;
            }
        }
        int rest = bits % Byte.SIZE;
        return rest == 0
                || (address[whole] & 0xff) >> (Byte.SIZE - rest) == (first[whole] & 0xff) >> (Byte.SIZE - rest);
    }

    String kind() {
        return kind;
    }
}
