package dev.intellibrix.sandbox;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The messages of a stream in the Connect protocol: each with a byte of flags and four of its length in front. */
final class ConnectStream {

    static final String MEDIA_TYPE = "application/connect+json";

    private static final int HEAD = 5;
    private static final int COMPRESSED = 1;
    private static final int END = 2;

    private ConnectStream() {}

    /** A message as it is sent. */
    static byte[] message(String json) {
        byte[] content = json.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(HEAD + content.length)
                .put((byte) 0)
                .putInt(content.length)
                .put(content)
                .array();
    }

    /**
     * A message that came.
     *
     * @param isEnd whether it is the last one, which tells of an error or of none
     * @param json what is in it
     */
    record Message(boolean isEnd, String json) {}

    /**
     * The messages of a stream.
     *
     * @throws RemoteFailure when it does not consist of whole messages, or has no end
     */
    static List<Message> read(byte[] stream) {
        List<Message> messages = new ArrayList<>();
        int at = 0;
        while (at < stream.length) {
            if (stream.length - at < HEAD) {
                throw damaged();
            }
            int flags = stream[at];
            int length = ByteBuffer.wrap(stream, at + 1, HEAD - 1).getInt();
            at += HEAD;
            if (length < 0 || length > stream.length - at || (flags & COMPRESSED) != 0) {
                throw damaged();
            }
            messages.add(new Message((flags & END) != 0, new String(stream, at, length, StandardCharsets.UTF_8)));
            at += length;
        }
        if (messages.isEmpty() || !messages.get(messages.size() - 1).isEnd()) {
            throw damaged();
        }
        return messages;
    }

    private static RemoteFailure damaged() {
        return RemoteFailure.unclear("the stream of events broke off or is damaged", null);
    }
}
