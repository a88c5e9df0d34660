package dev.intellibrix.internal.net;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Names of hosts: exact ones, and {@code *.example.org} for all names below one, but not for that one itself. Immutable. */
final class HostPatterns {

    private static final String BELOW = "*.";
    private static final int SHOWN = 20;

    private final List<String> patterns;

    private HostPatterns(List<String> patterns) {
        this.patterns = patterns;
    }

    /**
     * Patterns in the form of {@link HostText}.
     *
     * @throws IllegalArgumentException when one is neither a host nor {@code *.} and a name
     */
    static HostPatterns of(List<String> written) {
        List<String> patterns = new ArrayList<>();
        for (String pattern : written) {
            boolean below = pattern.startsWith(BELOW);
            String host = hostOf(below ? pattern.substring(BELOW.length()) : pattern, pattern, below);
            patterns.add(below ? BELOW + host : host);
        }
        return new HostPatterns(List.copyOf(patterns));
    }

    private static String hostOf(String host, String pattern, boolean mustBeName) {
        try {
            HostText text = HostText.of(host);
            if (!mustBeName || text.address().isEmpty()) {
                return text.toString();
            }
        } catch (NetException e) {
            // Reported below with the pattern.
        }
        throw new IllegalArgumentException(String.format(
                Locale.ROOT,
                "a host must be a name, an address or *.name, without scheme and port, but is \"%s\"",
                pattern));
    }

    boolean isEmpty() {
        return patterns.isEmpty();
    }

    boolean matches(String host) {
        for (String pattern : patterns) {
            boolean matches = pattern.startsWith(BELOW)
                    ? host.endsWith(pattern.substring(1)) && host.length() >= pattern.length()
                    : host.equals(pattern);
            if (matches) {
                return true;
            }
        }
        return false;
    }

    /** The first of them, for a message. */
    @Override
    public String toString() {
        String shown = String.join(", ", patterns.subList(0, Math.min(SHOWN, patterns.size())));
        return patterns.size() <= SHOWN ? shown : shown + " and " + (patterns.size() - SHOWN) + " more";
    }
}
