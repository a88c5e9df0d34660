package dev.intellibrix.internal.net;

import java.util.Optional;
import okhttp3.Headers;

/** What a server answered. Immutable; its body is not copied. */
public final class NetAnswer {

    private final WebUrl url;
    private final int status;
    private final Headers headers;
    private final Body body;

    /** What was read of a body: its bytes, decompressed, and whether there are more. */
    static final class Body {

        /** What is left unread, as all content of an unwanted type is. */
        static final Body UNREAD = new Body(new byte[0], false, false);

        private final byte[] bytes;
        private final boolean isCut;
        private final boolean isRead;

        private Body(byte[] bytes, boolean isCut, boolean isRead) {
            this.bytes = bytes;
            this.isCut = isCut;
            this.isRead = isRead;
        }

        static Body read(byte[] bytes, boolean isCut) {
            return new Body(bytes, isCut, true);
        }
    }

    NetAnswer(WebUrl url, int status, Headers headers, Body body) {
        this.url = url;
        this.status = status;
        this.headers = headers;
        this.body = body;
    }

    /** Where the answer came from, after all redirects. */
    public WebUrl url() {
        return url;
    }

    /** The status, from 100 to 599. */
    public int status() {
        return status;
    }

    /** Whether the status says that this is what was asked for. */
    public boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    /** The values of a header that may come in several lines, as one list; empty when there is none. */
    String list(String name) {
        return String.join(", ", headers.values(name)).strip();
    }

    /** The value of a header; the last one where there are several. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /** All headers. */
    public Headers headers() {
        return headers;
    }

    /** How many bytes the headers take up. */
    public long headerBytes() {
        return headers.byteCount();
    }

    /** What the content is said to be. */
    public ContentType contentType() {
        return ContentType.of(header("Content-Type").orElse(""));
    }

    /** The content, decompressed, up to the bound of the request; empty when it was not wanted. */
    public byte[] body() {
        return body.bytes;
    }

    /** Whether the content goes on after {@link #body}. */
    public boolean isCut() {
        return body.isCut;
    }

    /** Whether the content was read; it is not where its type was not wanted. */
    boolean isRead() {
        return body.isRead;
    }
}
