package dev.intellibrix.internal.net;

import java.io.IOException;

/** Ends an answer whose bytes on the wire have no end, whatever they stand for. */
final class OverlongAnswerException extends IOException {

    private static final long serialVersionUID = 1L;

    OverlongAnswerException() {
        super("more bytes than an answer may have");
    }
}
