package dev.intellibrix.internal.net;

import dev.intellibrix.internal.text.VisibleText;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;

/**
 * A URL of {@code http} or {@code https} that can be read in one way only: no user information, no percent codes or backslashes
 * before the path, no control characters, no unusual spelling of an address. Blanks and letters beyond ASCII in the path and the
 * query are encoded, and the fragment is dropped, since it is not sent. Immutable.
 */
public final class WebUrl {

    private static final int MAX_CHARS = 4_000;

    /** As it is sent, where a letter beyond ASCII takes up to nine characters. */
    private static final int MAX_ENCODED = 8_000;

    private static final int QUOTED_CHARS = 200;
    private static final String EXAMPLE = "; write it as in https://example.org/page";

    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):.*", Pattern.DOTALL);
    private static final Pattern WEB = Pattern.compile("(?i)(https?)://([^/?#]*)(.*)", Pattern.DOTALL);
    private static final Pattern PORT = Pattern.compile("[1-9][0-9]{0,4}");
    private static final int MAX_PORT = 65_535;

    private final HttpUrl url;
    private final HostText host;

    private WebUrl(HttpUrl url, HostText host) {
        this.url = url;
        this.host = host;
    }

    /**
     * Reads a URL.
     *
     * @throws NetException of the kind REFUSED when it is not of this form; the message tells how to write it
     */
    public static WebUrl parse(String written) {
        String text = written.strip();
        checkCharacters(text);
        Matcher web = WEB.matcher(text);
        if (!web.matches()) {
            throw NetException.refused(schemeProblem(text));
        }
        String authority = web.group(2);
        checkAuthority(authority);
        int colon = authority.indexOf(':', authority.indexOf(']') + 1);
        HostText host = HostText.of(colon < 0 ? authority : authority.substring(0, colon));
        String port = colon < 0 ? "" : ":" + port(authority.substring(colon + 1));
        String scheme = web.group(1).toLowerCase(Locale.ROOT);
        HttpUrl url = HttpUrl.parse(scheme + "://" + host + port + web.group(3));
        if (url == null || !isSameHost(url, host)) {
            throw NetException.refused("the URL can not be read" + EXAMPLE);
        }
        HttpUrl sent = url.newBuilder().encodedFragment(null).build();
        if (sent.toString().length() > MAX_ENCODED) {
            throw tooLong(MAX_ENCODED);
        }
        return new WebUrl(sent, host);
    }

    /**
     * The URL that a redirect of this one names.
     *
     * @throws NetException of the kind REFUSED when it is not of the form of a {@link #parse parsed} one
     */
    public WebUrl resolve(String location) {
        String text = location.strip();
        checkCharacters(text);
        if (SCHEME.matcher(text).matches()) {
            return parse(text);
        }
        if (text.startsWith("//")) {
            return parse(url.scheme() + ":" + text);
        }
        HttpUrl next = url.resolve(text);
        WebUrl resolved = next == null ? null : parse(next.toString());
        if (resolved == null || !resolved.origin().equals(origin())) {
            throw NetException.refused("\"" + quoted(text) + "\" is no URL");
        }
        return resolved;
    }

    private static void checkCharacters(String text) {
        if (text.length() > MAX_CHARS) {
            throw tooLong(MAX_CHARS);
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw NetException.refused("the URL has a line break or another control character; write it without");
        }
    }

    private static NetException tooLong(int maxChars) {
        return NetException.refused(
                String.format(Locale.ROOT, "the URL has more than %,d characters; use a shorter one", maxChars));
    }

    private static String schemeProblem(String text) {
        Matcher scheme = SCHEME.matcher(text);
        String named = scheme.matches() ? scheme.group(1).toLowerCase(Locale.ROOT) : "";
        if (named.equals("http") || named.equals("https")) {
            return "the URL has no // before its host" + EXAMPLE;
        }
        return "a URL must begin with https:// or http://, but this is \"" + quoted(text) + "\"" + EXAMPLE;
    }

    private static void checkAuthority(String authority) {
        if (authority.indexOf('@') >= 0) {
            throw NetException.refused("the URL has a name or a password before its host (name@host); leave it out");
        }
        if (authority.indexOf('\\') >= 0 || authority.indexOf('%') >= 0) {
            throw NetException.refused("the host has a backslash or a percent code; write its plain name");
        }
    }

    private static int port(String text) {
        int port = PORT.matcher(text).matches() ? Integer.parseInt(text) : 0;
        if (port == 0 || port > MAX_PORT) {
            throw NetException.refused("the port must be a number from 1 to 65535");
        }
        return port;
    }

    /** Whether the client's reading of the host is ours. */
    private static boolean isSameHost(HttpUrl url, HostText host) {
        String read = url.host().indexOf(':') < 0 ? url.host() : "[" + url.host() + "]";
        return read.equals(host.toString());
    }

    private static String quoted(String text) {
        return cut(VisibleText.line(text));
    }

    private static String cut(String text) {
        return text.length() <= QUOTED_CHARS ? text : text.substring(0, QUOTED_CHARS) + "...";
    }

    /** Whether the connection is encrypted. */
    public boolean isHttps() {
        return url.isHttps();
    }

    /** The host: a name in lower case and ASCII, or an address, that of IPv6 in brackets. */
    public String host() {
        return host.toString();
    }

    /** The bytes of the address that stands in place of a name. */
    Optional<byte[]> address() {
        return host.address();
    }

    /** The port, also where it is the usual one. */
    public int port() {
        return url.port();
    }

    /** Scheme, host and port; the port is left out where it is the usual one. */
    public String origin() {
        boolean usual = url.port() == HttpUrl.defaultPort(url.scheme());
        return url.scheme() + "://" + host + (usual ? "" : ":" + url.port());
    }

    /** The path and the query as they are sent. */
    public String pathAndQuery() {
        String query = url.encodedQuery();
        return query == null ? url.encodedPath() : url.encodedPath() + "?" + query;
    }

    /** The URL for what resolves links against it. */
    public URI uri() {
        return url.uri();
    }

    /** The URL for a message: the beginning of a long one. */
    public String brief() {
        return cut(toString());
    }

    HttpUrl httpUrl() {
        return url;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WebUrl that && that.url.equals(url);
    }

    @Override
    public int hashCode() {
        return url.hashCode();
    }

    /** The whole URL as it is sent. */
    @Override
    public String toString() {
        return url.toString();
    }
}
