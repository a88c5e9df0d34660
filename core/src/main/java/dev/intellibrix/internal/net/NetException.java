package dev.intellibrix.internal.net;

import dev.intellibrix.message.Label;
import dev.intellibrix.message.Origin;
import dev.intellibrix.tool.ToolException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why something could not be had from the network, in words for the model. No message holds a header or an address; it may hold
 * a URL that a server chose, so its label names the URLs that were asked.
 */
public final class NetException extends ToolException {

    private static final long serialVersionUID = 1L;

    /** The kinds of reasons. */
    public enum Kind {
        /** The URL, its host or its address is not allowed. */
        REFUSED,
        /** There is no such host. */
        UNKNOWN_HOST,
        /** The host can not be connected to, or breaks the connection off. */
        UNREACHABLE,
        /** The time was up. */
        TIMEOUT,
        /** The certificate or the encryption is not good enough. */
        TLS,
        /** What came is no HTTP, or is damaged. */
        BAD_ANSWER,
        /** More came than is read. */
        TOO_LARGE,
        /** It was sent on too often, or nowhere. */
        REDIRECT
    }

    private final Kind kind;

    NetException(Kind kind, String message) {
        this(kind, message, null);
    }

    NetException(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    private NetException(NetException reason, String message, Label label) {
        super(message, label);
        this.kind = reason.kind;
        initCause(reason);
    }

    static NetException refused(String message) {
        return new NetException(Kind.REFUSED, message);
    }

    /** The same reason for something that this URL was on the way to. */
    NetException onTheWayFrom(WebUrl first) {
        return new NetException(
                this, first.brief() + " redirects to where it is not followed: " + getMessage(), label());
    }

    /** The same reason, with the URLs whose servers led to it as its origins. */
    NetException after(List<WebUrl> redirects) {
        Origin[] origins = redirects.stream()
                .map(url -> Origin.of(Origin.Kind.URL, url.toString()))
                .toArray(Origin[]::new);
        return new NetException(this, String.valueOf(getMessage()), Label.untrusted(origins));
    }

    /** What kind of reason it is. */
    public Kind kind() {
        return kind;
    }
}
