package dev.intellibrix.internal.net;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLException;

/** Puts failures of the HTTP client into words. What the client says of them may hold a server's text, and is not shown. */
final class NetFailures {

    private static final int MAX_CAUSES = 10;

    private NetFailures() {}

    /**
     * The failure of a request.
     *
     * @param hasAnswered whether the status and the headers had come
     */
    static NetException of(IOException failure, WebUrl url, Deadline deadline, boolean hasAnswered) {
        Optional<RefusedAddressException> refused = find(failure, RefusedAddressException.class);
        if (refused.isPresent()) {
            return refused.get().reason();
        }
        if (has(failure, OverlongAnswerException.class)) {
            return failure(
                    NetException.Kind.TOO_LARGE,
                    url,
                    failure,
                    "sends more than its content can need; use another source");
        }
        if (deadline.remaining().isZero() || has(failure, InterruptedIOException.class)) {
            return timeout(url, deadline, hasAnswered, failure);
        }
        if (has(failure, SSLException.class) || has(failure, CertificateException.class)) {
            return failure(
                    NetException.Kind.TLS,
                    url,
                    failure,
                    "has no valid certificate, or no safe encryption: nothing was read from it, and that can not be"
                            + " skipped; use another source");
        }
        if (has(failure, UnknownHostException.class)) {
            return failure(
                    NetException.Kind.UNKNOWN_HOST, url, failure, "is not known; check the spelling of the host");
        }
        if (hasAnswered) {
            return failure(
                    NetException.Kind.BAD_ANSWER,
                    url,
                    failure,
                    "sent an answer that broke off or is damaged; try again once, then another source");
        }
        if (has(failure, SocketException.class)) {
            return failure(NetException.Kind.UNREACHABLE, url, failure, "can not be connected to; use another source");
        }
        return failure(
                NetException.Kind.BAD_ANSWER, url, failure, "does not answer as a web server does; use another source");
    }

    static NetException timeout(WebUrl url, Deadline deadline, boolean hasAnswered, IOException failure) {
        String what = hasAnswered ? "did not send its whole answer" : "did not answer";
        return failure(
                NetException.Kind.TIMEOUT,
                url,
                failure,
                String.format(
                        Locale.ROOT,
                        "%s in the time that there was, %.1f s at most; use another source",
                        what,
                        deadline.total().toMillis() / 1e3));
    }

    private static NetException failure(NetException.Kind kind, WebUrl url, IOException cause, String what) {
        return new NetException(kind, url.origin() + " " + what, cause);
    }

    private static boolean has(Throwable failure, Class<? extends Throwable> type) {
        return find(failure, type).isPresent();
    }

    /** The first of a type among a failure and its causes; a failure of several attempts has the others as suppressed. */
    private static <T extends Throwable> Optional<T> find(Throwable failure, Class<T> type) {
        Throwable each = failure;
        for (int i = 0; each != null && i < MAX_CAUSES; i++, each = each.getCause()) {
            if (type.isInstance(each)) {
                return Optional.of(type.cast(each));
            }
            for (Throwable other : each.getSuppressed()) {
                if (type.isInstance(other)) {
                    return Optional.of(type.cast(other));
                }
            }
        }
        return Optional.empty();
    }
}
