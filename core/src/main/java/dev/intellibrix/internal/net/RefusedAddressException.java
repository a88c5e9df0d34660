package dev.intellibrix.internal.net;

import java.net.UnknownHostException;

/** Tells a refusal through the HTTP client, whose hooks may throw this type only. */
final class RefusedAddressException extends UnknownHostException {

    private static final long serialVersionUID = 1L;

    private final NetException reason;

    RefusedAddressException(NetException reason) {
        super("refused by policy");
        this.reason = reason;
    }

    NetException reason() {
        return reason;
    }
}
