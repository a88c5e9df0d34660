package dev.intellibrix.internal.net;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * The host of a URL, in its one normal form: a name in lower case and in ASCII without a dot at its end, or an address. Other
 * spellings of an address are refused, since programs disagree about them. Immutable.
 */
final class HostText {

    private static final int MAX_NAME = 253;
    private static final Pattern LABEL = Pattern.compile("[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?");
    private static final Pattern ASCII = Pattern.compile("\\p{ASCII}*");

    private final String text;
    private final byte @Nullable [] address;

    private HostText(String text, byte @Nullable [] address) {
        this.text = text;
        this.address = address;
    }

    /**
     * Reads a host as it stands in a URL.
     *
     * @throws NetException when it is none, or written in a form that is not read by all programs alike
     */
    static HostText of(String written) {
        if (written.isEmpty()) {
            throw NetException.refused("the URL has no host; write it as in https://example.org/page");
        }
        if (written.startsWith("[")) {
            return ipv6(written);
        }
        Optional<byte[]> ipv4 = AddressText.ipv4(written);
        if (ipv4.isPresent()) {
            return new HostText(written, ipv4.get());
        }
        String name = ASCII.matcher(written).matches() ? written.toLowerCase(Locale.ROOT) : ascii(written);
        return new HostText(checked(name.endsWith(".") ? name.substring(0, name.length() - 1) : name), null);
    }

    private static HostText ipv6(String written) {
        byte[] bytes = AddressText.ipv6(written.substring(1, Math.max(1, written.length() - 1)))
                .filter(address -> written.endsWith("]"))
                .orElseThrow(() -> NetException.refused("the host in brackets is no IPv6 address"));
        String normal = ascii(written);
        return new HostText(normal.indexOf(':') < 0 ? normal : "[" + normal + "]", bytes);
    }

    /** The host as the DNS has it, by the tables of the client that goes on to connect to it; an address without brackets. */
    private static String ascii(String name) {
        try {
            return new HttpUrl.Builder().scheme("https").host(name).build().host();
        } catch (IllegalArgumentException e) {
            throw NetException.refused("the host is no name of a host; check its letters");
        }
    }

    private static String checked(String name) {
        String[] labels = name.split("\\.", -1);
        if (AddressText.isNumber(labels[labels.length - 1])) {
            throw NetException.refused(
                    "the host is a number or an unusual spelling of an address; write the host's name instead");
        }
        for (String label : labels) {
            if (!LABEL.matcher(label).matches() || name.length() > MAX_NAME) {
                throw NetException.refused("the host is no name of a host; write it as in https://example.org/page");
            }
        }
        return name;
    }

    /** The bytes of the address that stands in place of a name. */
    Optional<byte[]> address() {
        return Optional.ofNullable(address).map(bytes -> bytes.clone());
    }

    /** The name, or the address, that of IPv6 in brackets. */
    @Override
    public String toString() {
        return text;
    }
}
